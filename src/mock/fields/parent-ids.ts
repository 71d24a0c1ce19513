import type { MockContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';

/** Ids of the parents in the path of a collection, by parameter. */
export function parentIds(
  mock: MockContext,
  { resource, collection, prefix = '' }: EntityPlace,
): ReadonlyMap<string, string> {
  const fromPrefix = prefix.split('/');
  const fromCollection = collection.slice(resource.name.length + 1).split('/');
  const values = new Map<string, string>();
  for (const { parameter, property, isPathOnly, isInKeys } of mock.pathScopesOf(resource)) {
    const value =
      property === undefined && isInKeys !== true
        ? isPathOnly === true
          ? undefined
          : fromCollection.shift()
        : fromPrefix.shift();
    if (value !== undefined && value !== '') values.set(parameter, value);
  }
  return values;
}
