import type { Operation, Schema } from '../../spec/index.ts';
import { type Evidence, identify } from '../evidence/evidence.ts';
import { findEntity } from '../lists/envelope.ts';
import { type OperationBelowItem, type PathMap, pathKey, type Segment, templateOf } from '../model/paths.ts';
import { answerSchemas } from '../schema/bodies.ts';
import { isClose, type Shape, type Shapes } from '../schema/shape.ts';

/** A collection whose items an operation may name. */
export interface Candidate {
  readonly base: readonly Segment[];
  readonly word: string;
  readonly schema: Schema;
  /** No other collection has the same last word. */
  readonly isOnly: boolean;
}

/**
 * The id of items without a path of their own: `id` of `/orders/{id}/cancel`, if orders are only listed and created. The id is a property of the
 * item. `undefined` if no operation names the items.
 */
export function hiddenIdentity(shapes: Shapes, paths: PathMap, candidate: Candidate): Evidence['id'] {
  const shape = shapes.of(candidate.schema);
  for (const behind of paths.behind(candidate.word)) {
    if (!mayName(shapes, behind, candidate)) continue;
    const id = identify(shapes, shape, {
      parameters: behind.operation.parameters,
      parameter: parameterOf(behind),
      word: candidate.word,
    });
    if (id.pointer !== undefined) return { ...id, hiddenPath: templateOf(behind.item) };
  }
  return undefined;
}

/** Whether an operation names an item of the collection: its path begins with the collection's, it answers an item, or the word has no other collection. */
export function mayName(shapes: Shapes, { operation, item }: OperationBelowItem, candidate: Candidate): boolean {
  if (pathKey(item.slice(0, -1)) === pathKey(candidate.base)) return true;
  const answers = answerSchemas(operation);
  if (answers.length === 0) return candidate.isOnly;
  return showsOne(shapes, operation, candidate.word, shapes.of(candidate.schema));
}

function showsOne(shapes: Shapes, operation: Operation, word: string, like: Shape): boolean {
  return answerSchemas(operation).some((schema) => {
    const found = findEntity(shapes, schema, word, like);
    if (found === undefined) return false;
    const shown = shapes.of(found.schema);
    return shown.root === like.root || isClose(shown, like);
  });
}

/** The parameter that names the item. */
function parameterOf({ item }: OperationBelowItem): string {
  const last = item.at(-1);
  return last?.kind === 'parameter' ? last.name : '';
}
