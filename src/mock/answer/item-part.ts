import type { HttpResponse, Json, JsonObject } from '../../core/index.ts';
import { isJsonContent, isSafe, type Operation, type Schema, typesOf, wordsOf } from '../../spec/index.ts';
import { isArray, isObject, jsonEquals, withoutSeparators } from '../../wire/index.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import { drawnAround } from '../fields/draw.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { partNamed } from '../parts/part-named.ts';
import { documentedAnswer } from './answer.ts';

/** Verbs behind the name of a part: `POST /voices/{id}/settings/edit`. */
const CHANGES = new Set(['edit', 'update', 'set', 'change', 'modify', 'save', 'replace', 'patch']);

/** A property of an item that has a path of its own: `settings` of `/voices/{id}/settings`. */
interface ItemPart {
  readonly name: string;
  readonly schema: Schema;
  /** Whether a verb behind the name says that the request changes it. */
  readonly isChanged: boolean;
  /** The property of it that the path is about: `category` of `/courses/{id}/metadata/category`. */
  readonly inner?: string;
}

/** The object of the item that a path below the item is about. */
function partOf(mock: MockContext, { path }: Operation, item: Schema): ItemPart | undefined {
  const [word = '', verb, ...others] = path
    .slice(path.lastIndexOf('}') + 1)
    .split('/')
    .filter((each) => each !== '');
  const isChanged = verb !== undefined && CHANGES.has(wordsOf(verb).join(''));
  if (others.length > 0) return undefined;
  const found = partNamed(mock, item, word);
  if (found === undefined || verb === undefined || isChanged) return found && { ...found, isChanged };
  const inner = [...mock.fieldsOf(found.schema).properties.keys()].find(
    (name) => withoutSeparators(name) === withoutSeparators(verb),
  );
  return inner === undefined ? undefined : { ...found, isChanged, inner };
}

/**
 * The object of the item that a write on a path of its own sets: `referrer` of `PUT /restrictions/{id}/referrer`. A PATCH merges, and so does a
 * POST, which must have nothing but properties of that object. A body without any of them is about something else: `PUT /playlists/{id}/followers` with
 * `{ public }`, where `followers` is a count.
 */
export function writtenPart(
  mock: MockContext,
  { operation, request: { body } }: RequestContext,
  item: Schema,
  before: JsonObject,
): readonly (readonly [string, Json])[] {
  const { method } = operation;
  if (isSafe(method) || method === 'DELETE' || body.kind !== 'parsed' || !isObject(body.value)) return [];
  const part = partOf(mock, operation, item);
  if (part === undefined) return [];
  const { name, schema, inner } = part;
  if (inner !== undefined && !Object.hasOwn(body.value, inner)) return [];
  const sent = Object.hasOwn(body.value, name) ? (body.value[name] ?? null) : body.value;
  if (!isObject(sent)) return [];
  const { properties } = mock.fieldsOf(schema);
  const isItsOwn = Object.keys(sent).length > 0 && Object.keys(sent).every((each) => properties.has(each));
  if (method === 'POST' && !isItsOwn) return [];
  if (saysNothingOf(sent, properties)) return [];
  const whole = method === 'PUT' && inner === undefined ? sent : { ...asObject(before[name]), ...sent };
  return mock.validator.accepts(schema, whole, 'response') ? [[name, whole]] : [];
}

function saysNothingOf(sent: JsonObject, properties: ReadonlyMap<string, Schema>): boolean {
  const own = new Set([...properties.keys()].map(withoutSeparators));
  const names = Object.keys(sent).map(withoutSeparators);
  return own.size > 0 && names.length > 0 && !names.some((name) => own.has(name));
}

/** The answer about an object of an item on its own path: the object as the item has it. */
export function partAnswer(
  mock: MockContext,
  context: RequestContext,
  item: Schema,
  record: JsonObject,
): HttpResponse | undefined {
  const { operation, plan } = context;
  const values = valuesAnswer(mock, context, item, record);
  if (values !== undefined) return values;
  const found = partOf(mock, operation, item);
  const part = found?.inner === undefined ? found : undefined;
  const value = part === undefined || !Object.hasOwn(record, part.name) ? undefined : record[part.name];
  const chosen = chooseMedia(plan.success.spec, context.accept);
  if (part === undefined || !isObject(value ?? null) || chosen.kind === 'none' || !isJsonContent(chosen.media))
    return undefined;
  const { schema } = chosen.media;
  if (schema === undefined || mock.fieldsOf(schema).properties.size === 0) return undefined;
  const { properties } = mock.fieldsOf(schema);
  const shared = Object.fromEntries(Object.entries(asObject(value)).filter(([name]) => properties.has(name)));
  const forms: readonly JsonObject[] = [shared, { [part.name]: value ?? null }, { data: value ?? null }];
  const known = forms.find((form) => Object.keys(form).some((name) => properties.has(name)));
  if (known === undefined) return undefined;
  if (known === shared && Object.keys(shared).length * 2 < properties.size) return undefined;
  const at = `${context.request.path}/${plan.drawnAs}`;
  const shown = mock.validator.accepts(schema, known, 'response') ? known : drawnAround(mock, schema, at, { known });
  return shown === undefined ? undefined : documentedAnswer(mock, context, plan.success, { value: shown });
}

/**
 * The answer of an action that shows objects of the item beside other things (`{ nav, fuel }` after `POST /ships/{id}/orbit`): those with the
 * same schema under the same name are as the item has them.
 */
export function partsAnswer(
  mock: MockContext,
  context: RequestContext,
  item: Schema,
  record: JsonObject,
): HttpResponse | undefined {
  const { success, drawnAs } = context.plan;
  const chosen = chooseMedia(success.spec, context.accept);
  if (isSafe(context.operation.method) || chosen.kind === 'none' || !isJsonContent(chosen.media)) return undefined;
  const { schema, examples } = chosen.media;
  if (schema === undefined) return undefined;
  const at = `${context.request.path}/${drawnAs}`;
  const shown = examples[0]?.value ?? {};
  const drawn = (inner: Schema, documented: Json): Json | undefined => {
    const parts = partsIn(mock, inner, item, record);
    const known = { ...(isObject(documented) ? documented : {}), ...parts };
    return Object.keys(parts).length === 0 ? undefined : drawnAround(mock, inner, at, { known });
  };
  const whole = drawn(schema, shown);
  if (whole !== undefined) return documentedAnswer(mock, context, success, { value: whole });
  const [only, ...others] = mock.fieldsOf(schema).properties;
  const inside = only === undefined || others.length > 0 ? undefined : drawn(only[1], asObject(shown)[only[0]] ?? null);
  return only === undefined || inside === undefined
    ? undefined
    : documentedAnswer(mock, context, success, { value: { [only[0]]: inside } });
}

/** What an action has done to its item. */
interface Deed {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Properties that the action sets, also where they had the value already. */
  readonly set: readonly string[];
  /** The property with the id of the item. */
  readonly id: string | undefined;
}

/** The answer of an action that tells what it has changed, and whose: `{ orderId, status }` after `POST /orders/{id}/cancel`. */
export function deedAnswer(mock: MockContext, context: RequestContext, deed: Deed): HttpResponse | undefined {
  const { success, drawnAs } = context.plan;
  const chosen = chooseMedia(success.spec, context.accept);
  if (isSafe(context.operation.method) || chosen.kind === 'none' || !isJsonContent(chosen.media)) return undefined;
  const { schema } = chosen.media;
  if (schema === undefined) return undefined;
  const { before, after, set, id } = deed;
  const isChanged = (name: string): boolean =>
    set.includes(name) || !jsonEquals(before[name] ?? null, after[name] ?? null);
  const known = [...mock.fieldsOf(schema).properties].filter(
    ([name, property]) =>
      Object.hasOwn(after, name) &&
      (name === id || isChanged(name)) &&
      mock.validator.accepts(property, after[name] ?? null, 'response'),
  );
  if (!known.some(([name]) => name !== id)) return undefined;
  const shown = Object.fromEntries(known.map(([name]) => [name, after[name] ?? null]));
  const value = drawnAround(mock, schema, `${context.request.path}/${drawnAs}`, { known: shown });
  return value === undefined ? undefined : documentedAnswer(mock, context, success, { value });
}

/** The objects of an item that a schema has as well. */
function partsIn(mock: MockContext, schema: Schema, item: Schema, record: JsonObject): JsonObject {
  const own = mock.fieldsOf(item).properties;
  const shared = [...mock.fieldsOf(schema).properties].filter(([name, property]) => {
    const mine = own.get(name);
    const isSame = mine !== undefined && mock.api.deref(mine) === mock.api.deref(property);
    return isSame && mock.fieldsOf(property).properties.size > 0 && isObject(record[name] ?? null);
  });
  return Object.fromEntries(shared.map(([name]) => [name, record[name] ?? null]));
}

/** The answer about a list of plain values of an item on its own path, as the item has it: `["a", "b"]` of `/tasks/{id}/labels`, alone or in an object. */
function valuesAnswer(
  mock: MockContext,
  context: RequestContext,
  item: Schema,
  record: JsonObject,
): HttpResponse | undefined {
  const { operation, plan, accept } = context;
  const [word = '', ...others] = operation.path.slice(operation.path.lastIndexOf('}') + 2).split('/');
  const name = Object.keys(record).find((each) => withoutSeparators(each) === withoutSeparators(word));
  const value = name === undefined || others.length > 0 ? undefined : record[name];
  const chosen = chooseMedia(plan.success.spec, accept);
  if (!isArray(value ?? null) || chosen.kind === 'none' || !isJsonContent(chosen.media)) return undefined;
  const { schema } = chosen.media;
  const own = mock.fieldsOf(item).properties.get(name ?? '');
  if (schema !== undefined && own !== undefined && isListOfSame(mock, own, schema))
    return documentedAnswer(mock, context, plan.success, { value: value ?? null });
  if (schema === undefined || own === undefined || !isOfPlainValues(mock, own)) return undefined;
  if (isOfPlainValues(mock, schema))
    return mock.validator.accepts(schema, value ?? null, 'response')
      ? documentedAnswer(mock, context, plan.success, { value })
      : undefined;
  const lists = [...mock.fieldsOf(schema).properties].filter(([, each]) => isOfPlainValues(mock, each));
  const [only] = lists;
  if (only === undefined || lists.length > 1) return undefined;
  const at = `${context.request.path}/${plan.drawnAs}`;
  const shown = drawnAround(mock, schema, at, { known: { [only[0]]: value ?? null } });
  return shown === undefined ? undefined : documentedAnswer(mock, context, plan.success, { value: shown });
}

/** Whether an answer is a list of the objects that an item lists. */
function isListOfSame({ api, fieldsOf }: MockContext, own: Schema, answer: Schema): boolean {
  const [theirs, ours] = [fieldsOf(answer).items, fieldsOf(own).items];
  return theirs !== undefined && ours !== undefined && api.deref(theirs) === api.deref(ours);
}

function isOfPlainValues(mock: MockContext, schema: Schema): boolean {
  const { items } = mock.fieldsOf(schema);
  return items !== undefined && typesOf(mock.api, items).some((type) => type !== 'object' && type !== 'array');
}
