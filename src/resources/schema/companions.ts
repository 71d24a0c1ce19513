import { endsInParameter, type Operation, type Schema } from '../../spec/index.ts';
import { plain } from '../model/words.ts';
import { answerSchemas } from './bodies.ts';
import type { Shape, Shapes } from './shape.ts';

/**
 * Names of properties beside lists in this document: beside at least three different lists, and at least
 * half as often as in entities. Reads the answers of all GET operations.
 */
export function learnCompanions(shapes: Shapes, operations: readonly Operation[]): ReadonlySet<string> {
  const beside = new Map<string, Set<Schema>>();
  const owned = new Map<string, Set<Schema>>();
  const own = (shape: Shape): void => {
    for (const name of shape.properties.keys()) note(owned, plain(name), shape.root);
  };
  for (const operation of operations) {
    if (operation.method !== 'GET') continue;
    const isItem = endsInParameter(operation.path);
    for (const schema of answerSchemas(operation)) {
      const whole = shapes.of(schema);
      const lists = [...whole.properties].flatMap(([name, each]) => {
        const items = objectItems(shapes, each);
        return items === undefined ? [] : [{ name, items }];
      });
      for (const { items } of lists) own(items);
      if (isItem) own(insideOf(shapes, whole));
      else
        for (const { name, items } of lists)
          for (const other of whole.properties.keys()) if (other !== name) note(beside, plain(other), items.root);
    }
  }
  const isCompanion = ([name, lists]: readonly [string, ReadonlySet<Schema>]): boolean =>
    lists.size >= FEWEST_LISTS && lists.size >= (owned.get(name)?.size ?? 0) / 2;
  return new Set([...beside].filter(isCompanion).map(([name]) => name));
}

const FEWEST_LISTS = 3;
const MOST_OF_WRAPPER = 4;

function note(notes: Map<string, Set<Schema>>, name: string, root: Schema): void {
  const known = notes.get(name);
  if (known === undefined) notes.set(name, new Set([root]));
  else known.add(root);
}

function objectItems(shapes: Shapes, schema: Schema): Shape | undefined {
  const array = shapes.of(schema);
  const items = array.kind === 'array' ? shapes.maybe(array.items) : undefined;
  return items?.kind === 'object' ? items : undefined;
}

/** The shape of an item: the only object in a small answer, otherwise the answer. */
function insideOf(shapes: Shapes, whole: Shape): Shape {
  const inner = [...whole.properties.values()].map(shapes.of).filter(({ kind }) => kind === 'object');
  const [only] = inner;
  return only !== undefined && inner.length === 1 && whole.properties.size <= MOST_OF_WRAPPER ? only : whole;
}
