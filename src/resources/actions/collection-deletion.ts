import type { Operation, Schema } from '../../spec/index.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readListing } from '../lists/list-parameters.ts';
import type { ListDetails, Role } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { plain, singular } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/**
 * The role of DELETE on a collection: it deletes what its filters match. `undefined` if a body without ids, or
 * a parameter that is not a filter, selects the items.
 */
export function deletesCollection(
  shapes: Shapes,
  operation: Operation,
  list: NonNullable<Evidence['list']>,
  { shape, named }: { readonly shape: Shape; readonly named: Role['named'] },
): ListDetails | undefined {
  if (operation.method !== 'DELETE') return undefined;
  if (operation.body?.required === true && named === undefined) return undefined;
  const details = readListing(shapes, operation, list.found, shape);
  const filters = new Set([...details.filters, ...(details.ranges ?? [])].map(({ parameter }) => parameter));
  const isElse = operation.parameters.some(
    ({ in: at, name, required }) => at === 'query' && required && !filters.has(name),
  );
  return isElse ? undefined : details;
}

/**
 * Where the body of a deletion lists what is meant (`at`: `''` for `[1, 2]`, `/emails` for `{ emails: [] }`), and the
 * property of the items with these values. `id` is the place of their id.
 */
export function deletesNamed(
  shapes: Shapes,
  operation: Operation,
  { shape, id }: { readonly shape: Shape; readonly id: string | undefined },
): Role['named'] {
  const request = requestSchema(operation);
  if (operation.method !== 'DELETE' || request === undefined) return undefined;
  if (isListOfScalars(shapes, request)) return id === undefined ? undefined : { at: '', property: id };
  const [found, ...others] = [...shapes.of(request).properties].flatMap(([name, schema]) => {
    if (!isListOfScalars(shapes, schema)) return [];
    const [own] = shape.spelled(plain(singular(name)));
    const property = own !== undefined ? child('', own[0]) : IDS.test(plain(name)) ? id : undefined;
    return property === undefined ? [] : [{ at: child('', name), property }];
  });
  return others.length > 0 ? undefined : found;
}

const IDS = /(?:ids|uuids|guids|keys)$/;

function isListOfScalars(shapes: Shapes, schema: Schema): boolean {
  const { kind, items } = shapes.of(schema);
  return kind === 'array' && items !== undefined && isScalar(shapes, items);
}
