import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';

/** The place of a record of another resource that an action creates: at the top, or right below the item of its path. */
export function placeOfMade(
  mock: MockContext,
  { operation, role: { makes }, parameters }: RequestContext,
): EntityPlace | undefined {
  const { collectionPath = '' } = makes?.resource ?? {};
  const item = collectionPath.slice(0, collectionPath.lastIndexOf('/'));
  const isBelow =
    item.endsWith('}') && operation.path.startsWith(item) && /^[:/]/.test(operation.path.slice(item.length));
  const place = makes === undefined ? undefined : placeOf(mock, makes.resource, isBelow ? parameters.path : {});
  return isBelow || place?.prefix === '' ? place : undefined;
}
