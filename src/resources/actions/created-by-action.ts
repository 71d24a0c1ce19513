import type { Operation, Schema } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import type { Resource, Role } from '../model/model.ts';
import { answerSchemas, succeedsWith } from '../schema/bodies.ts';
import type { Shapes } from '../schema/shape.ts';

/**
 * What an action makes elsewhere: its 201 or 202 answers the very thing that one collection holds (`POST /carts/{id}/checkout`, and an order of `/orders`). `named` gives the
 * collections that a word may mean.
 */
export function madeElsewhere(
  shapes: Shapes,
  operation: Operation,
  named: (word: string) => readonly Resource[],
): Role['makes'] {
  if (operation.method !== 'POST' || !isMaking(operation)) return undefined;
  const found = answerSchemas(operation)
    .slice(0, 1)
    .flatMap((schema) => placesOf(shapes, schema))
    .flatMap(({ schema, at }) => {
      const word = wordsOf((nameOf(schema) ?? at.slice(1)).replace(PLAIN_ENDING, '')).join('_');
      const resource = named(word).filter((each) => isHome(shapes, each, schema));
      return resource.map((each) => ({ resource: each, responseEntity: at }));
    });
  const [only] = found;
  return found.length === 1 ? only : undefined;
}

/** What has been made, and what will be: a job that goes on. */
const MAKING = ['201', '202'];
/** What the path of an action says that makes something, whatever its status is. */
const MAKES = /^(?:invite|invitations?|register|enroll|clone|copy|duplicate|fork|import|provision|new)$/i;
/** What a name of a schema says of itself and not of what it describes. */
const PLAIN_ENDING = /(?:_?(?:schema|dto|model|response|resource|object))$/i;

function isMaking(operation: Operation): boolean {
  const last = operation.path.slice(operation.path.lastIndexOf('/') + 1);
  return MAKING.some((status) => succeedsWith(operation, status)) || MAKES.test(last);
}

/** The whole answer, and each object in it. */
function placesOf(shapes: Shapes, schema: Schema): readonly { readonly schema: Schema; readonly at: string }[] {
  const inner = [...shapes.of(schema).properties]
    .filter(([name, each]) => /^\w+$/.test(name) && shapes.of(each).kind === 'object')
    .map(([name, each]) => ({ schema: each, at: `/${name}` }));
  return [{ schema, at: '' }, ...(inner.length <= MOST_PARTS ? inner : [])];
}

const MOST_PARTS = 3;

/** `Order` of `#/components/schemas/Order`. */
function nameOf(schema: Schema): string | undefined {
  return typeof schema === 'object' && schema.$ref !== undefined ? schema.$ref.split('/').at(-1) : undefined;
}

/** A collection at the top, with the very schema, whose items are found by an id that they show. */
function isHome(shapes: Shapes, resource: Resource, schema: Schema): boolean {
  const { singleton, enumerable, parent, id, itemPath, collectionPath } = resource;
  if (singleton || !enumerable || parent !== undefined || id?.property === undefined || itemPath === undefined)
    return false;
  if ((collectionPath ?? '').includes('{')) return false;
  const { root } = shapes.of(schema);
  return typeof root === 'object' && root === shapes.of(resource.schema).root;
}
