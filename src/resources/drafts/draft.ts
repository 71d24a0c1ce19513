import type { Operation, Schema } from '../../spec/index.ts';
import { isSafe } from '../../spec/index.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { findEntity } from '../lists/envelope.ts';
import type { Input, RoleKind } from '../model/model.ts';
import { child, propertyAt } from '../model/pointers.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/**
 * A role as far as the path group shows it. `on`: the collection, the singleton on the same path, or
 * neither.
 */
export interface RoleDraft {
  readonly kind: RoleKind;
  readonly on: 'collection' | 'singleton' | 'nothing';
  readonly why: readonly string[];
  readonly requestEntity?: string;
  readonly sentAs?: string;
  readonly names?: string;
  readonly responseEntity?: string;
  readonly answersParent?: string;
  readonly inputs?: readonly Input[];
  readonly keeps?: readonly string[];
  readonly updates?: true;
}

/** A role without a resource: its effect on the state is unknown. */
export const withoutResource = (kind: 'action' | 'none', why: string): RoleDraft => ({
  kind,
  on: 'nothing',
  why: [why],
});

/**
 * The role of an operation without other evidence: safe methods change nothing, others have an unknown
 * effect.
 */
export function unknown(operation: Operation, why: string): RoleDraft {
  return withoutResource(isSafe(operation.method) ? 'none' : 'action', why);
}

/** The reason of an operation that no list, read or creation belongs to. */
export const NOTHING_NAMED = 'no operation lists or reads what this path names';

/** Whether the group holds entities: an operation lists, shows or creates them. */
export function isCollection(evidence: Evidence, continues: boolean): boolean {
  if (evidence.list !== undefined || evidence.read !== undefined || evidence.within !== undefined) return true;
  return (
    evidence.entity !== undefined && (evidence.group.items.length > 0 || (evidence.created !== undefined && continues))
  );
}

// The optional field of a draft, if there is a pointer.

export function requestEntityAt(pointer: string | undefined): { requestEntity?: string } {
  return pointer === undefined ? {} : { requestEntity: pointer };
}
export function responseEntityAt(pointer: string | undefined): { responseEntity?: string } {
  return pointer === undefined ? {} : { responseEntity: pointer };
}
export function sentAsPart(pointer: string | undefined): { sentAs?: string } {
  return pointer === undefined ? {} : { sentAs: pointer };
}
export function withInputs(inputs: readonly Input[]): { inputs?: readonly Input[] } {
  return inputs.length === 0 ? {} : { inputs };
}

export function entityAt(shapes: Shapes, schema: Schema | undefined, word: string, like: Shape): string | undefined {
  return schema === undefined ? undefined : findEntity(shapes, schema, word, like)?.pointer;
}

/**
 * Properties of the entity that a replacement keeps, also inside its objects: those that it cannot name, and all where the replacement is
 * told to be an update of what is sent.
 */
export function keepingDraft(
  shapes: Shapes,
  { body, entity }: { readonly body: Shape; readonly entity: Shape },
  id: string | undefined,
  isPartial = false,
): { keeps?: readonly string[] } {
  const keeps = keptIn(shapes, body, entity, { isPartial, at: '', depth: DEEPEST_KEPT }).filter(
    (pointer) => pointer !== id,
  );
  return keeps.length > 0 ? { keeps: keeps.map(propertyAt) } : {};
}

const DEEPEST_KEPT = 2;

interface KeptPlace {
  readonly isPartial: boolean;
  /** Pointer of the object whose properties are read. */
  readonly at: string;
  readonly depth: number;
}

function keptIn(shapes: Shapes, body: Shape, entity: Shape, { isPartial, at, depth }: KeptPlace): readonly string[] {
  if (body.properties.size === 0) return [];
  return [...entity.properties].flatMap(([name, schema]): readonly string[] => {
    const own = child(at, name);
    const sent = body.properties.get(name);
    if (sent === undefined) return [own];
    const inner =
      depth > 0 ? keptIn(shapes, shapes.of(sent), shapes.of(schema), { isPartial, at: own, depth: depth - 1 }) : [];
    return isPartial ? [own, ...inner] : inner;
  });
}
