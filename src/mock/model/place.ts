import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type RecordTotal, type Resource, type Role } from '../../resources/index.ts';
import { type DecodedParameters, templateNames } from '../../spec/index.ts';
import type { Collection, Condition, Entity } from '../../state/index.ts';
import type { Validator } from '../../validation/index.ts';
import { valueAt, withValueAt } from '../../wire/index.ts';
import { type FieldsOf, schemaAt } from './fields.ts';
import { asObject } from './object.ts';

/** The place of a resource's entities in the state, as far as a request's path determines it. */
export interface EntityPlace extends Scope {
  readonly resource: Resource;
  /**
   * Name of the state collection: that of the resource, with the path's values if entities do not repeat
   * them.
   */
  readonly collection: string;
  /**
   * Prefix of each key, if ids are unique per parent only; `undefined` if the path does not name the
   * parent.
   */
  readonly prefix: string | undefined;
  /**
   * The collection holds entities of other parents that no condition of `where` excludes: those of this place have keys
   * that begin with `prefix`.
   */
  readonly isKeptByKey?: true;
  /** The outer parents that the path of a list over all inner ones names: their values, and how the keys below them begin. */
  readonly within?: { readonly prefix: string; readonly values: JsonObject };
  /** The part of the scope that the resource's own path determines. */
  readonly home: Scope;
}

/** What a path determines of all entities below it. */
export interface Scope {
  /** Conditions for properties that repeat values of the path. */
  readonly where: readonly Condition[];
  /** Properties that the path decides. */
  readonly fixed: JsonObject;
}

/** The same place without what another path adds, such as `/admin/users/{id}/sessions`. */
export function homeOf(place: EntityPlace): EntityPlace {
  return { ...place, ...place.home };
}

/** Canonical string of an id: `1` and `"1"` are the same item. */
export function keyOf(id: Json): string {
  return typeof id === 'string' ? id : String(id);
}

/** The key that a value shows at a pointer; an object or list is none. */
export function keyAt(value: Json | undefined, pointer: string): string | undefined {
  const id = value === undefined ? undefined : valueAt(value, pointer);
  return id === undefined || id === null || typeof id === 'object' ? undefined : keyOf(id);
}

/** Whether a key is one of a place, as far as keys tell the parents apart. */
export function isKeyOf({ isKeptByKey, within, prefix = '' }: EntityPlace, key: string): boolean {
  if (within !== undefined) return key.startsWith(within.prefix);
  return isKeptByKey !== true || key.startsWith(prefix);
}

/** The first entity of a place that fits the conditions. */
export function firstEntity(
  collection: Collection,
  place: EntityPlace,
  where: readonly Condition[],
): Entity | undefined {
  if (place.isKeptByKey !== true) return collection.query({ where, limit: 1 }).entities[0];
  return collection.query({ where }).entities.find(({ key }) => isKeyOf(place, key));
}

/** The key of a singleton. */
export const SINGLETON = '$';

/** A path parameter above the entities of a resource, with the property that repeats it, if they have one. */
export interface PathScope {
  readonly parameter: string;
  readonly property?: string;
  /** The path of an item does not have it. */
  readonly isPathOnly?: true;
  /** Entities do not repeat it, but another path shows those of all parents: it is a part of their keys. */
  readonly isInKeys?: true;
}

/**
 * The path parameters above a resource's entities, outermost first, under the names of its own path. Equal
 * for all its operations.
 */
export type PathScopesOf = (resource: Resource) => readonly PathScope[];

/** What compares a path's value with the property that repeats it. */
interface PathJudge {
  readonly fieldsOf: FieldsOf;
  readonly validator: Validator;
  readonly pathScopesOf: PathScopesOf;
}

/** The place that an operation's path names; `undefined` if it does not say which of several collections. */
export function placeOf(
  judge: PathJudge,
  resource: Resource,
  path: DecodedParameters['path'],
  role?: Role,
): EntityPlace | undefined {
  const scopes = judge.pathScopesOf(resource);
  if (scopes.length === 0 && role?.scope === undefined)
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
  let isKeptByKey = false;
  const outer: Record<string, Json> = {};
  const isOfAll = role?.kind === 'list' && role.scope?.every(({ home }) => home !== undefined) === true;
  for (const { parameter: name, property: documented, isPathOnly, isInKeys } of scopes) {
    const called = role === undefined ? name : nameIn(role, name);
    const named = called === undefined ? undefined : path[called];
    const segment = named ?? (role === undefined ? undefined : sharedSegment(role, documented, path));
    const { property, value = segment } = pathValueFor(judge, resource, documented, segment);
    if (isInKeys === true) {
      // A list below something else shows a part that nothing determines.
      if (value === undefined && role?.scope !== undefined && !isOfAll) return undefined;
      if (value !== undefined && !open) {
        outer[name] = value;
        prefix.push(`${encodeURIComponent(keyOf(value))}/`);
      }
      open ||= value === undefined;
      isKeptByKey = !open;
      continue;
    }
    if (property === undefined && value === undefined) return undefined;
    // A parameter that item paths do not have cannot select a collection.
    if (property === undefined && isPathOnly === true) continue;
    if (property === undefined) collection.push(encodeURIComponent(keyOf(value ?? '')));
    else if (value === undefined) open = true;
    else {
      own.push([property, value]);
      prefix.push(`${encodeURIComponent(keyOf(value))}/`);
    }
  }
  const beside = (role?.scope ?? []).flatMap(({ parameter, home, property: documented }) => {
    const { property, value } = pathValueFor(judge, resource, documented, path[parameter]);
    return home !== undefined || property === undefined || value === undefined ? [] : [[property, value] as const];
  });
  const home = scopeOf(own);
  return {
    resource,
    collection: collection.join('/'),
    prefix: open ? undefined : prefix.join(''),
    ...(isKeptByKey ? { isKeptByKey } : {}),
    ...(open && Object.keys(outer).length > 0 ? { within: { prefix: prefix.join(''), values: outer } } : {}),
    ...(beside.length === 0 ? home : scopeOf([...own, ...beside])),
    home,
  };
}

/**
 * The name of the resource's own path parameter in an operation's path. An equal name may have another
 * meaning (`/posts/{id}` beside `/users/{id}/posts`).
 */
function nameIn({ id, scope = [] }: Role, home: string): string | undefined {
  const same = scope.find((each) => each.home === home);
  if (same !== undefined) return same.parameter;
  const isOther = id?.parameter === home || scope.some(({ parameter }) => parameter === home);
  return isOther ? undefined : home;
}

/**
 * The id of another parent that stands in the same property: `/images/{image_id}/actions` beside
 * `/droplets/{droplet_id}/actions`, with actions that show a `resource_id`.
 */
function sharedSegment(
  { scope = [] }: Role,
  property: string | undefined,
  path: DecodedParameters['path'],
): Json | undefined {
  const other = property === undefined ? undefined : scope.find((each) => each.property === property);
  return other === undefined ? undefined : path[other.parameter];
}

const NOWHERE: Scope = { where: [], fixed: {} };

function scopeOf(values: readonly (readonly [property: string, value: Json])[]): Scope {
  let fixed: JsonObject = {};
  for (const [property, value] of values) fixed = asObject(withValueAt(fixed, pointerTo(property), value));
  return { where: values.map(([property, value]) => ({ pointer: pointerTo(property), op: 'equals', value })), fixed };
}

/** The same id in the other type: a number for its digits, and the digits of a number. */
export function otherIdForms(id: Json): readonly Json[] {
  if (typeof id === 'number' || typeof id === 'bigint') return [String(id)];
  return typeof id === 'string' && /^(0|[1-9]\d{0,14})$/.test(id) ? [Number(id)] : [];
}

/**
 * The path's value in the type of a property, as it is or in the other spelling. A property that cannot hold it
 * (`owner.id` for the name of an owner) does not repeat it.
 */
function pathValueFor(
  judge: PathJudge,
  resource: Resource,
  property: string | undefined,
  value: Json | undefined,
): { readonly property?: string; readonly value?: Json } {
  if (property === undefined) return value === undefined ? {} : { value };
  if (value === undefined) return { property };
  const schema = schemaAt(judge.fieldsOf, resource.schema, pointerTo(property));
  const held = [value, ...otherIdForms(value)].find(
    (each) => schema === undefined || judge.validator.accepts(schema, each, 'response'),
  );
  return held === undefined ? { value } : { property, value: held };
}

/** The id in a key, as a string. */
export function idText(place: EntityPlace, key: string): string {
  return key.slice((place.prefix ?? key.slice(0, key.lastIndexOf('/') + 1)).length);
}

/** FNV-1a hash: a whole number below 2^32 that depends only on the text. */
export function numberOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** The place of the records from which a number below an item follows. `path` names the item. */
export function placeCounted(
  judge: PathJudge,
  path: DecodedParameters['path'],
  { counted, reference, read }: RecordTotal,
): EntityPlace | undefined {
  const id = path[templateNames(read.path).at(-1) ?? ''];
  if (reference !== undefined) return placeOf(judge, counted, {});
  return counted.parent === undefined || id === undefined
    ? undefined
    : placeOf(judge, counted, { ...path, [counted.parent.parameter]: id });
}
