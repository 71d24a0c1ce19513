import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource, type Role } from '../../resources/index.ts';
import type { DecodedParameters } from '../../spec/index.ts';
import type { Condition } from '../../state/index.ts';
import { withValueAt } from '../../wire/index.ts';
import type { MockContext } from './context.ts';
import { schemaAt } from './fields.ts';
import { asObject } from './object.ts';

/** Where the entities of a resource are remembered, as far as a request's path says it. */
export interface EntityPlace extends Scope {
  readonly resource: Resource;
  /** Name of the state collection: the resource's, with the scope's values where its entities do not tell them themselves. */
  readonly collection: string;
  /** Stands before each id in the key, where ids are unique within a scope only; `undefined` where the path leaves the scope open. */
  readonly prefix: string | undefined;
  /** The part of the scope that the resource's own path has. */
  readonly home: Scope;
}

/** What a path says of every entity that it can reach. */
export interface Scope {
  /** Where the values of the path stand in properties of the entities. */
  readonly where: readonly Condition[];
  /** Properties that the path decides. */
  readonly fixed: JsonObject;
}

/** The same place as every operation on it sees it: what another path says beside, such as `/admin/users/{id}/sessions`, left out. */
export function homeOf(place: EntityPlace): EntityPlace {
  return { ...place, ...place.home };
}

/** Canonical text of an id: `1` and `"1"` are one item. */
export function keyOf(id: Json): string {
  return typeof id === 'string' ? id : String(id);
}

/** The key under which a singleton is remembered. */
export const SINGLETON = '$';

/** What it takes to hold a path's value against the property that repeats it. */
export type Judge = Pick<MockContext, 'fieldsOf' | 'validator' | 'homesOf'>;

/** The place that an operation's path names; `undefined` where it does not say which of several collections is meant. */
export function placeOf(
  judge: Judge,
  resource: Resource,
  path: DecodedParameters['path'],
  role?: Role,
): EntityPlace | undefined {
  const homes = judge.homesOf(resource);
  if (homes.length === 0 && role?.scope === undefined)
    return {
      resource,
      collection: resource.name,
      prefix: '',
      where: NOWHERE.where,
      fixed: NOWHERE.fixed,
      home: NOWHERE,
    };
  const collection = [resource.name];
  const prefix: string[] = [];
  const own: (readonly [property: string, value: Json])[] = [];
  let open = false;
  for (const { parameter: name, property: told, unsaid } of homes) {
    const called = role === undefined ? name : nameIn(role, name);
    const said = called === undefined ? undefined : path[called];
    const { property, value = said } = fitting(judge, resource, told, said);
    if (property === undefined && value === undefined) return undefined;
    // No item could be found by its own path in a collection that only this one names.
    if (property === undefined && unsaid === true) continue;
    if (property === undefined) collection.push(encodeURIComponent(keyOf(value ?? '')));
    else if (value === undefined) open = true;
    else {
      own.push([property, value]);
      prefix.push(`${encodeURIComponent(keyOf(value))}/`);
    }
  }
  const beside = (role?.scope ?? []).flatMap(({ parameter, home, property: told }) => {
    const { property, value } = fitting(judge, resource, told, path[parameter]);
    return home !== undefined || property === undefined || value === undefined ? [] : [[property, value] as const];
  });
  const home = scopeOf(own);
  return {
    resource,
    collection: collection.join('/'),
    prefix: open ? undefined : prefix.join(''),
    ...(beside.length === 0 ? home : scopeOf([...own, ...beside])),
    home,
  };
}

/** What an operation's path calls a parameter of the resource's own path. One of the same name may stand for something else (`/posts/{id}` beside `/users/{id}/posts`). */
function nameIn({ id, scope = [] }: Role, home: string): string | undefined {
  const same = scope.find((each) => each.home === home);
  if (same !== undefined) return same.parameter;
  const isOther = id?.parameter === home || scope.some(({ parameter }) => parameter === home);
  return isOther ? undefined : home;
}

const NOWHERE: Scope = { where: [], fixed: {} };

function scopeOf(values: readonly (readonly [property: string, value: Json])[]): Scope {
  let fixed: JsonObject = {};
  for (const [property, value] of values) fixed = asObject(withValueAt(fixed, pointerTo(property), value));
  return { where: values.map(([property, value]) => ({ pointer: pointerTo(property), op: 'equals', value })), fixed };
}

/**
 * A property that can hold the value of the path, as it stands or as the number that it is in text; one that cannot (`owner.id` for the name of an owner) is
 * not what repeats it.
 */
function fitting(
  judge: Judge,
  resource: Resource,
  property: string | undefined,
  value: Json | undefined,
): { readonly property?: string; readonly value?: Json } {
  if (property === undefined) return value === undefined ? {} : { value };
  if (value === undefined) return { property };
  const schema = schemaAt(judge.fieldsOf, resource.schema, pointerTo(property));
  const held = [value, ...(typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? [Number(value)] : [])].find(
    (each) => schema === undefined || judge.validator.accepts(schema, each, 'response'),
  );
  return held === undefined ? { value } : { property, value: held };
}

/** The id in a key, as text. */
export function idText(place: EntityPlace, key: string): string {
  return key.slice((place.prefix ?? key.slice(0, key.lastIndexOf('/') + 1)).length);
}
