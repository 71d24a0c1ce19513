import type { Json, JsonObject } from '../../core/index.ts';
import { isStateName, pointerTo } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import {
  escapeToken,
  isArray,
  isObject,
  parsePointer,
  valueAt,
  withoutSeparators,
  withValueAt,
} from '../../wire/index.ts';
import { hiddenIn } from '../facts/hidden-properties.ts';
import { drawnAround, objectDrawn } from '../fields/draw.ts';
import { addressBesideId } from '../fields/own-address.ts';
import { idFromText, pathFieldsOf } from '../fields/path-fields.ts';
import type { MockContext } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { type EntityPlace, idText, numberOfText } from '../model/place.ts';

/** Shows an entity in the form of one schema of the document. */
export type Projection = (key: string, value: JsonObject) => Json;

/**
 * Shows entities in the form of another schema (a summary in lists, more detail in a read). Missing
 * properties are drawn. In their own schema they are unchanged. What is shown once is shown where the entity `isNew`.
 */
export function projection(
  mock: MockContext,
  place: EntityPlace,
  schema: Schema,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Projection {
  const { properties, open, writeOnly, shownOnce, differs } = mock.fieldsOf(schema);
  const once = isNew ? NOTHING : shownOnce;
  const own = mock.api.deref(schema) === mock.api.deref(place.resource.schema);
  // Properties that some branch hides were removed when the entity was stored.
  if (own && (writeOnly.size === 0 || differs) && once.size === 0) return (_, value) => value;
  const holder = own ? undefined : holderIn(mock, place, properties);
  if (holder !== undefined) return heldRecord(mock, place, schema, holder);
  const documented = own || properties.size === 0 || open;
  const withId = idAdder(mock, place, properties);
  const isUnshown = !properties.has(ownName(place) ?? '');
  const address = own ? undefined : addressBesideId(mock, place, properties);
  return (key, value) => {
    const hidden = differs ? hiddenIn(mock, schema, value) : writeOnly;
    const shown = Object.fromEntries(
      Object.entries(value).flatMap(([name, each]): readonly (readonly [string, Json])[] => {
        const here = documented || properties.has(name) ? name : otherSpelling(properties, value, name);
        if (here === undefined) return listOfOne(mock, properties, value, name);
        return hidden.has(here) || once.has(here) ? [] : [[here, stateAlone(mock, properties.get(here), here, each)]];
      }),
    );
    const where = address?.[1](key);
    if (address !== undefined && where !== undefined) shown[address[0]] = where;
    // A form with the id's own name may show it in another type: then it is refused as a whole.
    const whole = isUnshown ? withId(key, shown) : shown;
    if (mock.validator.accepts(schema, whole, 'response')) return whole;
    const kept = isUnshown ? whole : withId(key, shown);
    const at = `${place.collection}/${key}`;
    const { direct } = pathFieldsOf(mock, place, key);
    const drawn = drawnAround(mock, schema, at, {
      known: kept,
      decided: direct,
      about: place.resource.singular,
      optional: 'required',
    });
    return drawn ?? kept;
  };
}

/** The property of a form that holds the whole record and shows nothing else of it: `node` of `{ cursor, node }`, `item` of `{ added_at, item }`. */
function holderIn(
  mock: MockContext,
  { resource }: EntityPlace,
  properties: ReadonlyMap<string, Schema>,
): readonly [name: string, schema: Schema] | undefined {
  const own = mock.fieldsOf(resource.schema).properties;
  const id = resource.id?.property;
  if (id === undefined || [...properties.keys()].some((name) => own.has(name))) return undefined;
  const holders = [...properties].filter(([, schema]) => {
    if (mock.api.deref(schema) === mock.api.deref(resource.schema)) return true;
    const inner = [...mock.fieldsOf(schema).properties.keys()];
    return inner.includes(id) && inner.filter((name) => own.has(name)).length * 2 > inner.length;
  });
  return holders.length === 1 ? holders[0] : undefined;
}

function heldRecord(
  mock: MockContext,
  place: EntityPlace,
  schema: Schema,
  [name, inner]: readonly [name: string, schema: Schema],
): Projection {
  const inside = projection(mock, place, inner);
  const { properties } = mock.fieldsOf(schema);
  return (key, value) => {
    const record = inside(key, value);
    // A cursor may be the id of the record: lists read it so.
    const cursor = mock.validator.accepts(properties.get('cursor') ?? false, idText(place, key), 'response');
    const known = { [name]: record, ...(cursor ? { cursor: idText(place, key) } : {}) };
    return drawnAround(mock, schema, `${place.collection}/${key}/around`, { known }) ?? known;
  };
}

/** The name that a form has for a property in another convention: `TemplateId` for `TemplateID`. */
function otherSpelling(properties: ReadonlyMap<string, Schema>, value: JsonObject, name: string): string | undefined {
  const plain = withoutSeparators(name);
  return [...properties.keys()].find((each) => withoutSeparators(each) === plain && !Object.hasOwn(value, each));
}

const NOTHING: ReadonlySet<string> = new Set();

/** The state of an object that holds it, where a form shows only that: `"running"` for `{ Status: "running", Pid: 7 }` in `State`. */
function stateAlone(mock: MockContext, property: Schema | undefined, name: string, value: Json): Json {
  if (!isObject(value) || property === undefined || !isStateName(name)) return value;
  if (mock.validator.accepts(property, value, 'response')) return value;
  const states = Object.entries(value).flatMap(([each, state]) => (isStateName(each) ? [state] : []));
  const [state, ...others] = states.filter((each) => each !== undefined);
  const isAlone = state !== undefined && others.length === 0 && mock.validator.accepts(property, state, 'response');
  return isAlone ? state : value;
}

/** A value in a form that shows a list of such values: `Names` for `Name`. */
function listOfOne(
  mock: MockContext,
  properties: ReadonlyMap<string, Schema>,
  value: JsonObject,
  name: string,
): readonly (readonly [string, Json])[] {
  const list = `${name}s`;
  const property = Object.hasOwn(value, list) ? undefined : properties.get(list);
  const held = value[name];
  if (property === undefined || held === undefined || isArray(held)) return [];
  return mock.validator.accepts(property, [held], 'response') ? [[list, [held]]] : [];
}

/** Whether a name is that of the id: `Id`, `uid` and `containerId` of a container. */
export function namesId(name: string, { resource }: EntityPlace): boolean {
  const words = withoutSeparators(name);
  if (resource.id !== undefined && words === withoutSeparators(resource.id.parameter)) return true;
  return ['id', 'uid', 'uuid', 'guid', 'key'].some(
    (id) => words === id || words === withoutSeparators(resource.singular) + id,
  );
}

/** The property with the id, or with the object that holds it. */
function ownName({ resource: { id } }: EntityPlace): string | undefined {
  return id?.property === undefined ? undefined : parsePointer(pointerTo(id.property))?.[0];
}

/**
 * Adds the id of an entity where only this form shows it, or shows it in another type: the id itself, as text, or a number made from it.
 * An example would give the same id to every entity.
 */
function idAdder(
  mock: MockContext,
  place: EntityPlace,
  properties: ReadonlyMap<string, Schema>,
): (key: string, shown: JsonObject) => JsonObject {
  const own = ownName(place);
  const isShown = own !== undefined && properties.has(own);
  const { id } = place.resource;
  const listed = own === undefined && id?.listed !== undefined && properties.has(id.listed) ? id.listed : undefined;
  const name = isShown ? own : (listed ?? [...properties.keys()].find((each) => namesId(each, place)));
  const property = name === undefined ? undefined : properties.get(name);
  if (name === undefined || property === undefined) return (_, shown) => shown;
  return (key, shown) => {
    const given = shown[name];
    if (isShown ? given === undefined || typeof given === 'object' : given !== undefined) return shown;
    const fits = (value: Json): boolean => mock.validator.accepts(property, value, 'response');
    if (given !== undefined && fits(given)) return shown;
    const text = idText(place, key);
    const value = [...formsOfId(mock, place, text), numberOfText(text) % 1_000_000_000].find(fits);
    return value === undefined ? shown : { ...shown, [name]: value };
  };
}

/** The forms in which a schema may show an id: as the entity has it, as text, and digits as a number. */
export function formsOfId(mock: MockContext, { resource }: EntityPlace, text: string): readonly Json[] {
  return [idFromText(mock, resource, text), text, ...(/^(?:0|[1-9]\d{0,14})$/.test(text) ? [Number(text)] : [])];
}

/** The value around an entity or a list: its schema, and the pointer where they are in it. */
interface Envelope {
  readonly schema: Schema;
  readonly pointer: string;
  /** The place that its other properties are drawn for. */
  readonly at: string;
  readonly optional?: 'all' | 'required';
  /** What is known of its other properties. */
  readonly beside?: JsonObject;
}

/**
 * Puts a value at its pointer in an envelope that is otherwise drawn. The first place of a list (`/data/0`)
 * makes a list with one item.
 */
export function putInEnvelope(mock: MockContext, envelope: Envelope, value: Json): Json {
  const { schema, pointer, at, optional = 'required', beside = {} } = envelope;
  const list = pointer.endsWith('/0') ? pointer.slice(0, -2) : undefined;
  const listed = list === undefined ? undefined : schemaAt(mock.fieldsOf, schema, list);
  if (list !== undefined && listed !== undefined && mock.fieldsOf(listed).items !== undefined)
    return putInEnvelope(mock, { ...envelope, pointer: list }, [value]);
  const [name, ...deeper] = parsePointer(pointer) ?? [];
  if (name === undefined) return value;
  const known = deeper.length === 0 ? { ...beside, [name]: value } : beside;
  const around = (where: string, fields: JsonObject): Json | undefined =>
    drawnAround(mock, schema, where, { known: fields, optional });
  const drawn = around(at, known);
  const holder = deeper.length === 0 ? drawn : valueAt(drawn ?? null, pointer.slice(0, pointer.lastIndexOf('/')));
  if (isObject(holder) || isArray(holder)) return withValueAt(drawn ?? {}, pointer, value);
  // A nullable or optional property was drawn as absent, although it must contain the value.
  const property = deeper.length === 0 ? undefined : mock.fieldsOf(schema).properties.get(name);
  const below = deeper.map(tokenOf).join('');
  const inner =
    property === undefined
      ? {}
      : { [name]: putInEnvelope(mock, { schema: property, pointer: below, at: `${at}/${name}`, optional }, value) };
  const whole = objectDrawn(`${at}/around`, (where) => around(where, { ...known, ...inner }));
  return withValueAt(whole ?? {}, pointer, value);
}

const tokenOf = (name: string): string => `/${escapeToken(name)}`;
