import type { Json, JsonObject } from '../core/index.ts';
import { pointerTo, type Resource, type Role } from '../resources/index.ts';
import type { DecodedParameters } from '../spec/index.ts';
import type { Condition } from '../state/index.ts';
import { withValueAt } from '../wire/index.ts';
import { isObject } from './object.ts';

/** Where the entities of a resource are remembered, as far as a request's path says it. */
export interface Place {
  readonly resource: Resource;
  /** Name of the state collection: the resource's, with the scope's values where its entities do not tell them themselves. */
  readonly collection: string;
  /** Stands before each id in the key, where ids are unique within a scope only; `undefined` where the path leaves the scope open. */
  readonly prefix: string | undefined;
  /** The scope, where its values stand in properties of the entities. */
  readonly where: readonly Condition[];
  /** Properties that the path decides. */
  readonly fixed: JsonObject;
}

/** Canonical text of an id: `1` and `"1"` are one item. */
export function keyOf(id: Json): string {
  return typeof id === 'string' ? id : String(id);
}

/** The key under which a singleton is remembered. */
export const SINGLETON = '$';

/** The place that an operation's path names; `undefined` where it does not say which of several collections is meant. */
export function placeOf(resource: Resource, path: DecodedParameters['path'], role?: Role): Place | undefined {
  const collection = [resource.name];
  const prefix: string[] = [];
  const where: Condition[] = [];
  let fixed: JsonObject = {};
  let open = false;
  const scoped = (property: string, value: Json): void => {
    const pointer = pointerTo(property);
    where.push({ pointer, op: 'equals', value });
    fixed = asObject(withValueAt(fixed, pointer, value));
  };
  for (const name of homeParameters(resource)) {
    const scope = role?.scope?.find(
      (each) => each.home === name || (each.home === undefined && each.parameter === name),
    );
    const value = path[scope?.parameter ?? name];
    const property = scope?.property ?? (resource.parent?.parameter === name ? resource.parent.property : undefined);
    if (property === undefined && value === undefined) return undefined;
    if (property === undefined) collection.push(encodeURIComponent(keyOf(value ?? '')));
    else if (value === undefined) open = true;
    else {
      scoped(property, value);
      prefix.push(`${encodeURIComponent(keyOf(value))}/`);
    }
  }
  for (const scope of role?.scope ?? []) {
    const value = path[scope.parameter];
    if (
      scope.home === undefined &&
      scope.property !== undefined &&
      value !== undefined &&
      !homeParameters(resource).includes(scope.parameter)
    )
      scoped(scope.property, value);
  }
  return { resource, collection: collection.join('/'), prefix: open ? undefined : prefix.join(''), where, fixed };
}

/** Path parameters of the resource's own path, its id left out, outermost first. */
export function homeParameters(resource: Resource): readonly string[] {
  const template = resource.collectionPath ?? resource.itemPath ?? '';
  const own = resource.singleton ? undefined : resource.id?.parameter;
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '').filter((name) => name !== own);
}

/** The id in a key, as text. */
export function idText(place: Place, key: string): string {
  return key.slice((place.prefix ?? key.slice(0, key.lastIndexOf('/') + 1)).length);
}

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
