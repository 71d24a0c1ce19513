import type { Json, JsonObject } from '../core/index.ts';
import { createFake } from '../generation/index.ts';
import type { ParentLink, Resource } from '../resources/index.ts';
import type { DecodedParameters, Schema } from '../spec/index.ts';
import type { Condition } from '../state/index.ts';
import { formatPointer, isObject, withValueAt } from '../wire/index.ts';
import { isMarked } from './fields.ts';
import type { Parts } from './parts.ts';

/** Canonical text of an id: `1` and `"1"` are one item. */
export function keyOf(id: Json): string {
  return typeof id === 'string' ? id : String(id);
}

/** Where the entities of a resource are remembered, under the parents that a request's path names. */
export interface Place {
  readonly resource: Resource;
  /** Name of the state collection: the resource's, with the parents' keys where its entities do not tell them themselves. */
  readonly collection: string;
  /** The parent, where its id stands in a property of ours. */
  readonly where: readonly Condition[];
  /** Properties that the path decides. */
  readonly fixed: JsonObject;
}

/** The key under which a singleton is remembered. */
export const SINGLETON = '$';

export function placeOf(resource: Resource, path: DecodedParameters['path']): Place {
  const template = resource.collectionPath ?? resource.itemPath ?? '';
  const own = resource.singleton ? undefined : resource.id?.parameter;
  const link: ParentLink | undefined = resource.parent;
  const suffix = [...template.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== own && !(link?.property !== undefined && name === link.parameter))
    .map((name) => encodeURIComponent(keyOf(path[name] ?? '')));
  const parent = link?.property === undefined ? undefined : path[link.parameter];
  const pointer = link?.property === undefined ? '' : pointerOfProperty(link.property);
  return {
    resource,
    collection: [resource.name, ...suffix].join('/'),
    where: parent === undefined ? [] : [{ pointer, op: 'equals', value: parent }],
    fixed: parent === undefined ? {} : asObject(withValueAt({}, pointer, parent)),
  };
}

/** A property name, or a JSON Pointer where the id stands deeper (`/metadata/name`). */
export function pointerOfProperty(property: string): string {
  return property.startsWith('/') ? property : formatPointer([property]);
}

export function asObject(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}

/** The id as the entity shows it, from its canonical text. */
export function idFromKey(parts: Parts, resource: Resource, key: string): Json {
  const schema = resource.id?.schema;
  const target = schema === undefined ? true : parts.api.deref(schema);
  const types =
    typeof target === 'boolean' || target.type === undefined
      ? []
      : Array.isArray(target.type)
        ? target.type
        : [target.type];
  if (!types.includes('integer') && !types.includes('number')) return key;
  if (!/^-?(0|[1-9]\d*)$/.test(key)) return key;
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : BigInt(key);
}

export function withId(resource: Resource, value: JsonObject, id: Json): JsonObject {
  const property = resource.id?.property;
  return property === undefined ? value : asObject(withValueAt(value, pointerOfProperty(property), id));
}

/** A whole entity that nobody wrote: seeded or materialised. Depends on seed, place and id alone. */
export function drawnEntity(parts: Parts, place: Place, key: string, known: JsonObject): JsonObject {
  const { resource } = place;
  const id = resource.singleton ? undefined : idFromKey(parts, resource, key);
  const given = { ...place.fixed, ...known };
  const at = `${place.collection}/${key}`;
  const made = factoryFields(parts, resource, id, given, at);
  const fixed = id === undefined ? { ...made, ...given } : withId(resource, { ...made, ...given }, id);
  const drawn = parts.generator.value(
    resource.schema,
    { seed: parts.options.seed, at },
    { direction: 'response', known: fixed, about: resource.singular },
  );
  const value = drawn.ok ? asObject(drawn.value) : fixed;
  return id === undefined ? value : withId(resource, value, id);
}

function factoryFields(
  parts: Parts,
  resource: Resource,
  id: Json | undefined,
  known: JsonObject,
  at: string,
): JsonObject {
  const factory = parts.mocks.factories?.[resource.name];
  return factory === undefined ? {} : factory({ id, known, fake: createFake({ seed: parts.options.seed, at }) });
}

/** What of a sent body may be remembered: `readOnly` is ignored, undocumented names are dropped unless the schema allows them. */
export function acceptedFields(parts: Parts, resource: Resource, sent: JsonObject): JsonObject {
  const { properties, open } = parts.fieldsOf(resource.schema);
  if (properties.size === 0) return sent;
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const property = properties.get(name);
      if (property === undefined) return open;
      return !isMarked(parts.api, property, 'readOnly') && !isMarked(parts.api, property, 'writeOnly');
    }),
  );
}

/** The entity that a create or replace leaves behind: what was sent, with the fields that the server owns filled in. */
export function completedEntity(
  parts: Parts,
  place: Place,
  key: string,
  sent: JsonObject,
  before: JsonObject | undefined,
): JsonObject {
  const { resource } = place;
  const id = resource.singleton ? undefined : idFromKey(parts, resource, key);
  const owned = ownedFields(parts, place, key, sent, before);
  const given = { ...owned, ...sent, ...place.fixed };
  const known = id === undefined ? given : withId(resource, given, id);
  if (parts.validator.value(resource.schema, known, 'response').length === 0) return known;
  const at = `${place.collection}/${key}`;
  const made = factoryFields(parts, resource, id, known, at);
  const lacking = requiredOf(parts, resource.schema).filter(
    (name) => !Object.hasOwn(known, name) && Object.hasOwn(made, name),
  );
  const helped = { ...Object.fromEntries(lacking.map((name) => [name, made[name] ?? null])), ...known };
  const drawn = parts.generator.value(
    resource.schema,
    { seed: parts.options.seed, at },
    { direction: 'response', known: helped, about: resource.singular, optional: 'required', examples: false },
  );
  return drawn.ok ? asObject(drawn.value) : helped;
}

function requiredOf(parts: Parts, schema: Schema): readonly string[] {
  const target = parts.api.deref(schema);
  if (typeof target === 'boolean') return [];
  return [...(target.required ?? []), ...(target.allOf ?? []).flatMap((part) => requiredOf(parts, part))];
}

const CREATED =
  /^(created|inserted|registered|added)(_?(at|on|date|time|timestamp))?$|^(date_?created|creation_?(date|time|timestamp))$/i;
const UPDATED =
  /^(updated|modified|changed|last_?(updated|modified|changed))(_?(at|on|date|time|timestamp))?$|^date_?(updated|modified)$/i;

/** `created*`, `updated*`, defaults and other read-only fields. On a replace, what the server owned before stays. */
function ownedFields(
  parts: Parts,
  place: Place,
  key: string,
  sent: JsonObject,
  before: JsonObject | undefined,
): JsonObject {
  const owned: Record<string, Json> = {};
  for (const [name, property] of parts.fieldsOf(place.resource.schema).properties) {
    if (Object.hasOwn(sent, name)) continue;
    const value = ownedValue(parts, place, key, name, property, before);
    if (value !== undefined) owned[name] = value;
  }
  return owned;
}

function ownedValue(
  parts: Parts,
  place: Place,
  key: string,
  name: string,
  property: Schema,
  before: JsonObject | undefined,
): Json | undefined {
  const readOnly = isMarked(parts.api, property, 'readOnly');
  if (UPDATED.test(name)) return instantFor(parts, property);
  if (CREATED.test(name)) return standing(before, name) ?? instantFor(parts, property);
  if (readOnly && before !== undefined) return standing(before, name);
  const target = parts.api.deref(property);
  if (
    typeof target !== 'boolean' &&
    target.default !== undefined &&
    parts.validator.value(property, target.default, 'response').length === 0
  )
    return target.default;
  if (!readOnly || isMarked(parts.api, property, 'writeOnly')) return undefined;
  if (name === place.resource.id?.property) return undefined;
  const drawn = parts.generator.value(
    property,
    { seed: parts.options.seed, at: `${place.collection}/${key}/${name}` },
    { direction: 'response', about: place.resource.singular },
  );
  return drawn.ok ? drawn.value : undefined;
}

function standing(before: JsonObject | undefined, name: string): Json | undefined {
  return before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
}

/** The clock in the form that the property takes: RFC 3339 text, a date, or seconds or milliseconds since the epoch. */
function instantFor(parts: Parts, property: Schema): Json | undefined {
  const now = parts.options.now();
  const text = new Date(now).toISOString();
  return [text, text.slice(0, 10), Math.floor(now / 1000), now].find(
    (value) => parts.validator.value(property, value, 'response').length === 0,
  );
}

/** Schema of the value at a pointer inside a schema, through named properties and items. */
export function schemaAt(parts: Parts, schema: Schema, pointer: string): Schema | undefined {
  let here: Schema | undefined = schema;
  for (const token of pointer.split('/').slice(1)) {
    if (here === undefined) return undefined;
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    here = parts.fieldsOf(here).properties.get(name);
  }
  return here;
}

/** The entity in the form of another schema of the document (a summary in lists, more detail in a read): fields that it lacks are drawn. */
export function projected(parts: Parts, place: Place, key: string, value: JsonObject, schema: Schema): Json {
  if (parts.api.deref(schema) === parts.api.deref(place.resource.schema)) return value;
  const { properties, open } = parts.fieldsOf(schema);
  const kept =
    properties.size === 0 || open
      ? value
      : Object.fromEntries(Object.entries(value).filter(([name]) => properties.has(name)));
  if (parts.validator.value(schema, kept, 'response').length === 0) return kept;
  const drawn = parts.generator.value(
    schema,
    { seed: parts.options.seed, at: `${place.collection}/${key}` },
    { direction: 'response', known: kept, about: place.resource.singular, optional: 'required' },
  );
  return drawn.ok ? drawn.value : kept;
}

/** Puts a value at its pointer in an envelope that is otherwise drawn from the schema. */
export function enveloped(
  parts: Parts,
  schema: Schema,
  pointer: string,
  value: Json,
  at: string,
  optional: 'all' | 'required' = 'required',
): Json {
  if (pointer === '') return value;
  const [, first = '', ...deeper] = pointer.split('/');
  const name = first.replaceAll('~1', '/').replaceAll('~0', '~');
  const known = deeper.length === 0 ? { [name]: value } : {};
  const drawn = parts.generator.value(
    schema,
    { seed: parts.options.seed, at },
    { direction: 'response', known, optional },
  );
  return withValueAt(drawn.ok ? drawn.value : {}, pointer, value);
}
