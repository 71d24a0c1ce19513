import type { Operation } from '../../spec/index.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readListing } from '../lists/list-parameters.ts';
import type { ListDetails } from '../model/model.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/**
 * The role of DELETE on a collection: it deletes what its filters match. `undefined` if a body, or a
 * parameter that is not a filter, selects the items.
 */
export function deletesCollection(
  shapes: Shapes,
  operation: Operation,
  list: NonNullable<Evidence['list']>,
  shape: Shape,
): ListDetails | undefined {
  if (operation.method !== 'DELETE' || operation.body?.required === true) return undefined;
  const details = readListing(shapes, operation, list.found, shape);
  const filters = new Set([...details.filters, ...(details.ranges ?? [])].map(({ parameter }) => parameter));
  const isElse = operation.parameters.some(
    ({ in: at, name, required }) => at === 'query' && required && !filters.has(name),
  );
  return isElse ? undefined : details;
}
