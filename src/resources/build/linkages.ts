import type { Schema } from '../../spec/index.ts';
import { child } from '../model/pointers.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/** A place of an object that identifies a record by its kind and id. */
export interface Linkage {
  /** The place of the id, such as `/relationships/course/data/id`. A segment `*` stands for each item of a list. */
  readonly pointer: string;
  readonly schema: Schema;
  /** What the record is called: the only value of `type`, else the name of the relationship. */
  readonly word: string;
  readonly required: boolean;
}

/**
 * The places that identify records as JSON:API does, by an object of `type` and `id`. Guard: the schema allows one
 * `type` only, or the object is the `data` of a relationship.
 */
export function linkagesIn(shapes: Shapes, shape: Shape): readonly Linkage[] {
  return [...shape.properties].flatMap(([name, schema]) =>
    linkagesAt(shapes, schema, {
      pointer: child('', name),
      names: [name],
      required: shape.required.has(name),
    }),
  );
}

/** A place inside an object, with the names on the way to it. */
interface Place {
  readonly pointer: string;
  readonly names: readonly string[];
  readonly required: boolean;
}

const DEEPEST = 4;

function linkagesAt(shapes: Shapes, schema: Schema, place: Place): readonly Linkage[] {
  const shape = shapes.of(schema);
  if (place.names.length > DEEPEST) return [];
  if (shape.kind === 'array' && shape.items !== undefined)
    return linkagesAt(shapes, shape.items, { ...place, pointer: `${place.pointer}/*` });
  const { type, id } = Object.fromEntries(shape.properties);
  if (type !== undefined && id !== undefined && [...shape.properties.keys()].every((name) => OF_IDENTIFIER.has(name))) {
    const word = onlyValue(shapes, type) ?? relationshipName(place.names);
    const required = place.required && shape.required.has('id') && !isNullable(schema, shape);
    return word === undefined ? [] : [{ pointer: child(place.pointer, 'id'), schema: id, word, required }];
  }
  return [...shape.properties].flatMap(([name, inner]) =>
    linkagesAt(shapes, inner, {
      pointer: child(place.pointer, name),
      names: [...place.names, name],
      required: place.required && shape.required.has(name),
    }),
  );
}

const OF_IDENTIFIER = new Set(['type', 'id', 'meta', 'links']);

/** The only string that a schema allows. */
function onlyValue(shapes: Shapes, schema: Schema): string | undefined {
  const { root } = shapes.of(schema);
  if (typeof root === 'boolean') return undefined;
  const values = root.const === undefined ? (root.enum ?? []) : [root.const];
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : undefined;
}

/** `teacher` of `relationships`, `teacher`, `data`. */
function relationshipName(names: readonly string[]): string | undefined {
  return names.at(-3) === 'relationships' && names.at(-1) === 'data' ? names.at(-2) : undefined;
}

function isNullable(schema: Schema, { root }: Shape): boolean {
  return [schema, root].some((each) => typeof each === 'object' && [each.type ?? []].flat().includes('null'));
}
