import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { valueAt } from '../../wire/index.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';
import { scopesOf } from './seeds.ts';

/** The id of the caller, if a property names a user by it: what I make is mine. */
function callerAt(mock: MockContext, { relations }: Resource, property: string): Json | undefined {
  const caller = mock.callerOf();
  const users = caller?.place.resource;
  const isUser = relations.some(({ pointer, resource }) => pointer === pointerTo(property) && resource === users?.name);
  return caller === undefined || users === undefined || !isUser ? undefined : idFromText(mock, users, caller.id);
}

/**
 * The parent of a new item whose path does not name it (`POST /user/repos` for `/repos/{owner}/{repo}`):
 * the one that the body names, the caller, else the first seeded parent.
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
  for (const { parameter, property } of mock.pathScopesOf(resource)) {
    const caller =
      property === undefined || ids[parameter] !== undefined ? undefined : callerAt(mock, resource, property);
    if (caller !== undefined) ids[parameter] = caller;
  }
  const named = placeOf(mock, resource, { ...ids, ...context.parameters.path }, context.role);
  if (named?.prefix !== undefined) return named;
  const [first] = scopesOf(mock, place);
  return first ?? place;
}
