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
  const said: Record<string, Json> = {};
  for (const { parameter, property } of mock.pathScopesOf(resource)) {
    const value = property === undefined ? undefined : valueAt(sent, pointerTo(property));
    if (value !== undefined && value !== null && typeof value !== 'object') said[parameter] = value;
  }
  const told = placeOf(mock, resource, { ...said, ...context.parameters.path }, context.role);
  if (told?.prefix !== undefined) return told;
  const [first] = scopesOf(mock, place);
  return first ?? place;
}
