import type { Operation } from '../../spec/index.ts';
import { type Evidence, entityShownIn } from '../evidence/evidence.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import type { Shapes } from '../schema/shape.ts';
import { type RoleDraft, unknown } from './draft.ts';

/**
 * Roles of operations on the parts that an item above shows in a list: a write changes a part, and answers with that item or with the part.
 * `within` is the evidence of their collection.
 */
export function draftPart(
  shapes: Shapes,
  operation: Operation,
  evidence: Evidence,
  within: NonNullable<Evidence['within']>,
): RoleDraft {
  const kind = kindOf(operation);
  const isItem = evidence.group.items.includes(operation);
  if (kind === undefined || isItem === (kind === 'create'))
    return unknown(operation, `${operation.method} on a part of an item is not known`);
  const isParent = answerSchemas(operation).some((schema) => shapes.of(schema).root === within.parent.root);
  const part = isParent
    ? undefined
    : entityShownIn(shapes, operation, evidence.group.word, evidence.entity?.shape)?.found.pointer;
  return {
    kind,
    on: 'collection',
    why: [`its entity is an item of the list "${within.property}" of the item above`],
    ...(requestSchema(operation) === undefined ? {} : { requestEntity: '' }),
    ...(isParent ? { answersParent: '' } : {}),
    ...(part === undefined ? {} : { responseEntity: part }),
  };
}

function kindOf({ method }: Operation): 'create' | 'patch' | 'delete' | undefined {
  if (method === 'POST') return 'create';
  if (method === 'DELETE') return 'delete';
  // The body of a PUT has no more than the properties that clients may change.
  return method === 'PUT' || method === 'PATCH' ? 'patch' : undefined;
}
