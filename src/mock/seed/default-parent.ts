import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { valueAt } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';
import { scopesOf } from './seeds.ts';

/**
 * The parent of a new item whose path does not name it (`POST /user/repos` for `/repos/{owner}/{repo}`):
 * the one that the body names, else the first seeded parent.
 */
export function belongingOf(
  mock: MockContext,
  context: RequestContext,
  place: EntityPlace,
  sent: JsonObject,
): EntityPlace {
  if (place.prefix !== undefined) return place;
  const { resource } = place;
  const ids: Record<string, Json> = {};
  for (const { parameter, property } of mock.pathScopesOf(resource)) {
    const value = property === undefined ? undefined : valueAt(sent, pointerTo(property));
    if (value !== undefined && value !== null && typeof value !== 'object') ids[parameter] = value;
  }
  const named = placeOf(mock, resource, { ...ids, ...context.parameters.path }, context.role);
  if (named?.prefix !== undefined) return named;
  const [first] = scopesOf(mock, place);
  return first ?? place;
}
