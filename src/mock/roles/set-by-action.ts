import type { Json, JsonObject } from '../../core/index.ts';
import { propertiesOf, type Schema, type SchemaObject, wordsOf } from '../../spec/index.ts';
import { jsonEquals, withoutSeparators } from '../../wire/index.ts';
import { partNamed } from '../answer/part-named.ts';
import { adaptInput } from '../entity/adapt-input.ts';
import { inOwnNames } from '../entity/own-names.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';
import { bodyInside } from './listed-members.ts';

type Changes = readonly (readonly [name: string, value: Json])[];

/** Verbs of actions that set what they are sent. */
const SETS = new Set([
  ...['change', 'set', 'update', 'edit', 'modify', 'configure', 'replace', 'switch', 'adjust'],
  ...['rename', 'resize', 'move', 'transfer', 'assign', 'attach', 'reschedule'],
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
  const word = path.slice(path.lastIndexOf('/') + 1);
  if (word.startsWith('{') || method === 'GET') return [];
  const named = setByName(mock, context, place, word);
  if (named !== undefined) return shownOf(mock, place, named, before);
  const [verb = '', ...about] = wordsOf(word);
  const opposites = EMPTIES.get(verb);
  if (opposites !== undefined) return emptyProperties(mock, context, place, opposites);
  const state = about.length === 0 ? STATES.get(verb) : undefined;
  if (state !== undefined && (context.role.effects ?? []).length === 0) return stateOf(mock, place, state);
  if (!SETS.has(verb)) return [];
  const { schema, singular } = place.resource;
  const { body } = context.request;
  const sent = asObject(
    inOwnNames(mock, schema, body.kind === 'parsed' ? bodyInside(asObject(body.value)) : {}, singular),
  );
  const { properties } = mock.fieldsOf(schema);
  const part = Object.keys(sent).length === 0 ? undefined : partNamed(mock, schema, about.join(''), sent)?.name;
  if (part !== undefined) return shownOf(mock, place, { [part]: { ...asObject(before[part]), ...sent } }, before);
  const own = Object.fromEntries(Object.entries(sent).filter(([name]) => properties.has(name)));
  return shownOf(mock, place, own, before);
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
  const name = [...properties.keys()].find((each) => withoutSeparators(each) === withoutSeparators(word));
  if (name === undefined || body.kind !== 'parsed') return undefined;
  const sent = asObject(inOwnNames(mock, schema, asObject(body.value), singular));
  const [only, ...others] = Object.entries(sent);
  const isAlone = only !== undefined && others.length === 0 && !properties.has(only[0]);
  const isSet = isAlone && (method === 'PUT' || method === 'PATCH');
  const value = Object.hasOwn(sent, name) ? sent[name] : isSet ? only[1] : undefined;
  return value === undefined || value === null || typeof value === 'object' ? undefined : { [name]: value };
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
