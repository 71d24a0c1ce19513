import type { Json, JsonObject } from '../../core/index.ts';
import { propertyCalled } from '../../resources/index.ts';
import { lastSegment, propertiesOf, type Schema, type SchemaObject, wordsOf } from '../../spec/index.ts';
import { jsonEquals, withoutSeparators } from '../../wire/index.ts';
import { adaptInput } from '../fields/adapt-input.ts';
import { inOwnNames } from '../fields/own-names.ts';
import { withUpdateTimes } from '../fields/server-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, keyOf } from '../model/place.ts';
import { partNamed } from '../parts/part-named.ts';
import { innermostParent } from '../seed/parents.ts';
import { entryByAction } from './entry-by-action.ts';
import { bodyInside } from './listed-members.ts';

type Changes = readonly (readonly [name: string, value: Json])[];

/** Verbs of actions that set what they are sent. */
const SETS = new Set([
  ...['change', 'set', 'update', 'edit', 'modify', 'configure', 'replace', 'switch', 'adjust'],
  ...['rename', 'resize', 'move', 'transfer', 'assign', 'attach', 'reschedule', 'toggle', 'rebuild', 'reinstall'],
]);
/** Verbs of actions that empty what another action sets. */
const EMPTIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['detach', ['attach']],
  ['unassign', ['assign']],
  ['unlink', ['link']],
  ['unset', ['set']],
  ['clear', ['set']],
]);

/** The state of an item after an action, in the words that services use where a document lists none. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['activate', 'active'],
  ['approve', 'approved'],
  ['archive', 'archived'],
  ['cancel', 'cancelled'],
  ['close', 'closed'],
  ['complete', 'completed'],
  ['disable', 'disabled'],
  ['enable', 'enabled'],
  ['pause', 'paused'],
  ['publish', 'published'],
  ['reject', 'rejected'],
  ['reopen', 'open'],
  ['resolve', 'resolved'],
  ['resume', 'active'],
  ['revoke', 'revoked'],
  ['stop', 'stopped'],
  ['suspend', 'suspended'],
]);

/**
 * The properties of an item that an action sets by its name or its verb: `state` with `{ state }`, `resize` with
 * `{ size }`, `change_protection` with members of `protection`, `attach` with `{ server }`, which `detach` makes null again.
 */
export function setByAction(
  mock: MockContext,
  context: RequestContext,
  place: EntityPlace,
  before: JsonObject,
): Changes {
  const { path, method } = context.operation;
  const word = lastSegment(path).replace(/^(?:\w+\.)+(?=\w+$)/, '');
  if (word.startsWith('{') || method === 'GET') return [];
  if (method === 'DELETE') return emptiedByName(mock, place, word);
  const named = setByName(mock, context, place, word);
  if (named !== undefined) return shownOf(mock, place, named, before);
  const written = setByWrite(mock, context, place, word);
  if (written !== undefined) return shownOf(mock, place, written, before);
  const begun = setByBeginning(mock, context, place, { word, before });
  if (begun !== undefined) return shownOf(mock, place, begun, before);
  const { body } = context.request;
  const sent = body.kind === 'parsed' ? bodyInside(asObject(body.value)) : context.parameters.query;
  const listed = entryByAction(mock, place.resource.schema, { word, sent }, before);
  if (listed !== undefined) return shownOf(mock, place, listed, before);
  const opposites = EMPTIES.get(wordsOf(word)[0] ?? '');
  if (opposites !== undefined) return emptyProperties(mock, context, place, opposites);
  return setByVerb(mock, place, { word, sent, hasEffects: (context.role.effects ?? []).length > 0 }, before);
}

/** An action by its word, with what it is sent. */
interface Deed {
  readonly word: string;
  readonly sent: JsonObject;
  /** Whether it changes the state by what the document says of it. */
  readonly hasEffects: boolean;
}

function setByVerb(mock: MockContext, place: EntityPlace, deed: Deed, before: JsonObject): Changes {
  const [verb = '', ...about] = wordsOf(deed.word);
  const state = about.length === 0 && !deed.hasEffects ? STATES.get(verb) : undefined;
  if (state !== undefined) return stateOf(mock, place, state);
  if (!SETS.has(verb)) return [];
  const { schema, singular } = place.resource;
  const sent = asObject(inOwnNames(mock, schema, deed.sent, singular));
  const { properties } = mock.fieldsOf(schema);
  const part = Object.keys(sent).length === 0 ? undefined : partNamed(mock, schema, about.join(''), sent)?.name;
  if (part !== undefined) return shownOf(mock, place, { [part]: { ...asObject(before[part]), ...sent } }, before);
  const own = Object.fromEntries(Object.entries(sent).filter(([name]) => properties.has(name)));
  const inPart = about.length === 0 ? setInPart(mock, schema, sent, before) : {};
  return shownOf(mock, place, { ...own, ...inPart }, before);
}

/** What the item shows in its only object that has a place for all of it: `{ Labels }` in `Spec`, after `POST /services/{id}/update`. */
function setInPart(mock: MockContext, schema: Schema, sent: JsonObject, before: JsonObject): JsonObject {
  const { properties } = mock.fieldsOf(schema);
  const inner = Object.entries(sent).filter(([name]) => !properties.has(name));
  const parts = [...properties].filter(([, part]) => {
    const { properties: places, items } = mock.fieldsOf(part);
    return items === undefined && inner.every(([name]) => places.has(name));
  });
  const [part, ...others] = parts;
  if (inner.length === 0 || part === undefined || others.length > 0) return {};
  return { [part[0]]: { ...asObject(before[part[0]]), ...Object.fromEntries(inner) } };
}

/** Paths of actions that are records of their own, below the item that they change: `/droplets/{id}/actions`. */
const RECORDED = /\/(?:actions|commands)$/i;
const WORD_OF = /^(?:type|kind|action|command)$/i;

/** Does to the item above what a new record of an action says: `{ type: rename, name }`. */
export function actOnParent({ mock, context, tx }: RoleCall, body: JsonObject): void {
  const [named, word] = Object.entries(body).find(([name]) => WORD_OF.test(name)) ?? [];
  if (typeof word !== 'string' || !RECORDED.test(context.operation.path)) return;
  const parent = innermostParent(mock, context);
  if (parent === undefined || parent.place.prefix === undefined) return;
  const { place } = parent;
  const entity = tx.collection(place.collection).get(place.prefix + keyOf(parent.id));
  if (entity === undefined) return;
  const before = asObject(entity.value);
  const own = place.resource.id?.property;
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => name !== named && name !== own));
  const changes = Object.fromEntries(setByVerb(mock, place, { word, sent, hasEffects: false }, before));
  if (Object.keys(changes).length === 0) return;
  const after = withUpdateTimes(mock, place, { ...before, ...changes }, changes);
  if (mock.validator.accepts(place.resource.schema, after, 'response'))
    tx.collection(place.collection).put(entity.key, after);
}

/** The state as the only property for one, if this is any text. */
function stateOf({ api, fieldsOf }: MockContext, { resource }: EntityPlace, state: string): Changes {
  return [...fieldsOf(resource.schema).properties].flatMap(([name, property]): Changes => {
    const { type, enum: values, const: only, pattern, format, examples } = asSchemaObject(api.deref(property));
    const isAnyText = [values, only, pattern, format, examples].every((rule) => rule === undefined);
    return isAnyText && type === 'string' && /^(?:status|state)$/i.test(name) ? [[name, state]] : [];
  });
}

const asSchemaObject = (schema: Schema): SchemaObject => (typeof schema === 'boolean' ? {} : schema);

/**
 * The property that the path is called after, if the body has it: `PUT /accounts/{name}/state` with `{ state }`. What a PUT or
 * PATCH sends as its only value is that property, whatever its name is: `PUT /groups/{id}/notes` with `{ text }`.
 */
function setByName(
  mock: MockContext,
  { operation: { method }, request: { body } }: RequestContext,
  { resource: { schema, singular } }: EntityPlace,
  word: string,
): JsonObject | undefined {
  const { properties } = mock.fieldsOf(schema);
  const name = propertyCalled([...properties.keys()], word);
  if (name === undefined || body.kind !== 'parsed') return undefined;
  const sent = asObject(inOwnNames(mock, schema, asObject(body.value), singular));
  const [only, ...others] = Object.entries(sent);
  const isAlone = only !== undefined && others.length === 0 && !properties.has(only[0]);
  const isSet = isAlone && (method === 'PUT' || method === 'PATCH');
  const value = Object.hasOwn(sent, name) ? sent[name] : isSet ? only[1] : undefined;
  return value === undefined || value === null || typeof value === 'object' ? undefined : { [name]: value };
}

/**
 * What a PUT or PATCH sends of the item, where its path is called after properties of it (`PUT /trainings/{id}/nameDescription`,
 * `PUT /trainings/{id}/times` with `{ times, timeZone }`), or its answer is the item.
 */
function setByWrite(
  mock: MockContext,
  { operation: { method }, request: { body }, role }: RequestContext,
  { resource: { schema, singular, id } }: EntityPlace,
  word: string,
): JsonObject | undefined {
  if ((method !== 'PUT' && method !== 'PATCH') || body.kind !== 'parsed') return undefined;
  const { properties } = mock.fieldsOf(schema);
  const names = [...properties.keys()];
  const called = propertyCalled(names, word);
  // What is sent to an object of the item is inside that object, whatever else of the item has the same name.
  if (mock.fieldsOf(properties.get(called ?? '') ?? true).properties.size > 0) return undefined;
  const isCalledSo =
    called !== undefined || wordsOf(word).every((each) => each === 'and' || propertyCalled(names, each) !== undefined);
  if (!isCalledSo && role.responseEntity === undefined) return undefined;
  const sent = asObject(inOwnNames(mock, schema, asObject(body.value), singular));
  const own = Object.entries(sent).filter(([name]) => properties.has(name) && name !== id?.property);
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/**
 * What a PUT or PATCH sends to the property whose name begins as the path is called: `PUT /sets/{name}/sending` with `{ sendingEnabled }` of
 * `sendingOptions`, `PUT /identities/{name}/configuration-set` with `{ configurationSetName }`. Guard: nothing else has a place for it.
 */
function setByBeginning(
  mock: MockContext,
  { operation: { method }, request: { body } }: RequestContext,
  { resource: { schema, singular, id } }: EntityPlace,
  { word, before }: { readonly word: string; readonly before: JsonObject },
): JsonObject | undefined {
  if ((method !== 'PUT' && method !== 'PATCH') || body.kind !== 'parsed') return undefined;
  const sent = asObject(inOwnNames(mock, schema, asObject(body.value), singular));
  const names = Object.keys(sent);
  const begins = (name: string): boolean => withoutSeparators(name).startsWith(withoutSeparators(word));
  const { properties } = mock.fieldsOf(schema);
  if (names.length === 0) return undefined;
  if (names.every((name) => properties.has(name) && begins(name) && name !== id?.property)) return sent;
  const parts = [...properties].filter(([name, part]) => {
    const { properties: places, items } = mock.fieldsOf(part);
    return begins(name) && items === undefined && names.every((each) => places.has(each));
  });
  const [part, ...others] = parts;
  return part === undefined || others.length > 0 ? undefined : { [part[0]]: { ...asObject(before[part[0]]), ...sent } };
}

/** A DELETE of a value of an item makes it null: `DELETE /tickets/{id}/assignee`. */
function emptiedByName(mock: MockContext, { resource }: EntityPlace, word: string): Changes {
  const { properties } = mock.fieldsOf(resource.schema);
  const name = propertyCalled([...properties.keys()], word);
  const property = name === undefined ? undefined : properties.get(name);
  return name !== undefined && property !== undefined && mock.validator.accepts(property, null, 'response')
    ? [[name, null]]
    : [];
}

/** Sent values in the form that the item shows, if they change it. */
function shownOf(mock: MockContext, place: EntityPlace, sent: JsonObject, before: JsonObject): Changes {
  const { properties } = mock.fieldsOf(place.resource.schema);
  const { value } = adaptInput(mock, place, sent, undefined);
  return Object.entries(value).filter(([name, each]) => {
    const property = properties.get(name);
    const isChanged = !jsonEquals(Object.hasOwn(before, name) ? (before[name] ?? null) : null, each);
    return property !== undefined && isChanged && mock.validator.accepts(property, each, 'response');
  });
}

/** The properties that the opposite action sets, as null. */
function emptyProperties(
  mock: MockContext,
  { operation: { path } }: RequestContext,
  { resource }: EntityPlace,
  opposites: readonly string[],
): Changes {
  const at = path.lastIndexOf('/') + 1;
  const { properties } = mock.fieldsOf(resource.schema);
  const names = opposites.flatMap((verb) => {
    const beside = mock.operationsAt(path.slice(0, at) + path.slice(at).replace(/^[A-Za-z]+/, verb));
    const sent = beside.flatMap(({ body }) => body?.content.flatMap(({ schema }) => schema ?? []) ?? []);
    return sent.flatMap((schema) => Object.keys(propertiesOf(mock.api, schema)));
  });
  return [...new Set(names)].flatMap((name): Changes => {
    const property = properties.get(name);
    return property !== undefined && mock.validator.accepts(property, null, 'response') ? [[name, null]] : [];
  });
}
