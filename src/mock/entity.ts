import type { Json, JsonObject } from '../core/index.ts';
import { createFake } from '../generation/index.ts';
import { pointerTo, type Resource } from '../resources/index.ts';
import type { Schema } from '../spec/index.ts';
import { withValueAt } from '../wire/index.ts';
import { isMarked } from './fields.ts';
import type { Parts } from './parts.ts';
import { asObject, idText, type Place } from './place.ts';

/** The id as the entity shows it, from its canonical text. */
export function idFromText(parts: Parts, resource: Resource, text: string): Json {
  const schema = resource.id?.schema;
  const target = schema === undefined ? true : parts.api.deref(schema);
  const types =
    typeof target === 'boolean' || target.type === undefined
      ? []
      : Array.isArray(target.type)
        ? target.type
        : [target.type];
  if (!types.includes('integer') && !types.includes('number')) return text;
  if (!/^-?(0|[1-9]\d*)$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** What the path and the id decide of an entity: whole top-level properties, and all of them by pointer. */
interface Decided {
  readonly direct: JsonObject;
  readonly all: readonly (readonly [pointer: string, value: Json])[];
}

function decidedFields(parts: Parts, place: Place, key: string): Decided {
  const { resource } = place;
  const property = resource.singleton ? undefined : resource.id?.property;
  const all: (readonly [string, Json])[] = place.where.map(({ pointer, value }) => [pointer, value] as const);
  if (property !== undefined) all.push([pointerTo(property), idFromText(parts, resource, idText(place, key))]);
  const direct: Record<string, Json> = {};
  for (const [pointer, value] of all)
    if (pointer.lastIndexOf('/') === 0) direct[pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')] = value;
  return { direct, all };
}

function withDecided(value: JsonObject, decided: Decided): JsonObject {
  let result: Json = value;
  for (const [pointer, each] of decided.all)
    if (pointer.lastIndexOf('/') !== 0) result = withValueAt(result, pointer, each);
  return { ...asObject(result), ...decided.direct };
}

/** A whole entity that nobody wrote: seeded or materialised. Depends on seed, place and id alone. */
export function drawnEntity(parts: Parts, place: Place, key: string, known: JsonObject, examples = true): JsonObject {
  const { resource } = place;
  const decided = decidedFields(parts, place, key);
  const at = `${place.collection}/${key}`;
  const given = { ...known, ...decided.direct };
  const id = resource.singleton ? undefined : idFromText(parts, resource, idText(place, key));
  const made = factoryFields(parts, resource, id, given, at);
  const drawn = parts.generator.value(
    resource.schema,
    { seed: parts.options.seed, at },
    { direction: 'response', known: { ...made, ...given }, about: resource.singular, examples },
  );
  return withDecided(drawn.ok ? asObject(drawn.value) : { ...made, ...given }, decided);
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
  const decided = decidedFields(parts, place, key);
  const known = inSchemaOrder(
    parts,
    resource.schema,
    withDecided({ ...ownedFields(parts, place, key, sent, before), ...sent }, decided),
  );
  if (parts.validator.value(resource.schema, known, 'response').length === 0) return known;
  const at = `${place.collection}/${key}`;
  const id = resource.singleton ? undefined : idFromText(parts, resource, idText(place, key));
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
  return inSchemaOrder(parts, resource.schema, drawn.ok ? withDecided(asObject(drawn.value), decided) : helped);
}

/** A person reads an entity in the order in which the document tells it. */
function inSchemaOrder(parts: Parts, schema: Schema, value: JsonObject): JsonObject {
  const names = [...parts.fieldsOf(schema).properties.keys()].filter((name) => Object.hasOwn(value, name));
  return { ...Object.fromEntries(names.map((name) => [name, value[name] ?? null])), ...value };
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
