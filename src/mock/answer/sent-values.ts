import type { Json, JsonObject } from '../../core/index.ts';
import { isSafe, type Operation, type Schema, singular, wordsOf } from '../../spec/index.ts';
import { formatPointer, isArray, isObject, setOwn, withoutSeparators, withValueAt } from '../../wire/index.ts';
import { isUniqueName } from '../entity/new-record.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';

/**
 * An answer from the document with what the request says. What was sent stands in the answer under the same name, at its top
 * and in the one object that it holds. What the path names stands in its items too. Text sent under the name of an object
 * (`channel=C1` beside `channel: { id }`) is the id or the name of that object. A list that is sent is answered by a list with one entry for
 * each. The value stays as it was where the result would break the schema.
 */
export function withSent(mock: MockContext, context: RequestContext, schema: Schema, value: Json): Json {
  const { body } = context.request;
  const isReading = isSafe(context.operation.method);
  const sent = body.kind === 'parsed' && !isReading ? body.value : {};
  const { query } = context.parameters;
  const shown =
    isArray(sent) && isArray(value)
      ? oneForEach(sent, value)
      : isArray(sent) && isObject(value)
        ? listedForEach(sent, value)
        : isObject(sent) && isArray(value)
          ? oneForEach(receiversIn(sent, value, 0), value)
          : isObject(sent) && isObject(value)
            ? overlaid(
                withCounts(sent, toEachReceiver(sent, value)),
                isReading ? query : withOwnId(context, value, { ...query, ...sent }),
                isReading,
              )
            : value;
  const named = withPathValues(context, shown);
  const candidates =
    isReading && asksFurther(query)
      ? [withoutNextPage(named, ''), withoutNextPage(named, null), named, shown]
      : [named, shown];
  return candidates.find((each) => each !== value && mock.validator.accepts(schema, each, 'response')) ?? value;
}

/** An answer whose only list of objects has one for each that was sent: `{ items: […] }`. */
function listedForEach(sent: readonly Json[], value: JsonObject): Json {
  const lists = Object.entries(value).filter(([, each]) => isArray(each) && each.length > 0 && each.every(isObject));
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0 || !isArray(only[1])) return value;
  return { ...value, [only[0]]: oneForEach(sent, only[1]) };
}

const DONE =
  /^(?:upserted|inserted|added|created|updated?|imported|deleted|removed|processed|accepted)(?:count|total|records|items|rows)$/;
const NOT_DONE = /^(?:failed|failures?|errors?|rejected|skipped|invalid)(?:count|total|records|items|rows)$/;

/** An answer whose only number of what was done is the length of the only list that is sent: `{ upsertedCount }` after `{ vectors: […] }`. */
function withCounts(sent: JsonObject, value: JsonObject): JsonObject {
  const [list, ...others] = Object.values(sent).filter(isArray);
  const named = (form: RegExp): readonly string[] =>
    Object.keys(value).filter((name) => typeof value[name] === 'number' && form.test(withoutSeparators(name)));
  const [done, ...more] = named(DONE);
  if (list === undefined || done === undefined || others.length + more.length > 0) return value;
  const failed = named(NOT_DONE).map((name) => [name, 0] as const);
  return { ...value, [done]: list.length, ...Object.fromEntries(failed) };
}

/** What a call sends, with the id of the thing that it asks for: `id` for the `jobid` of `POST /job/status`. */
function withOwnId(
  { operation }: RequestContext,
  shown: JsonObject,
  sent: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const [, noun] =
    /\/(\w+)\/(?:status|get|info|read|show|details?|describe|retrieve|fetch)$/i.exec(operation.path) ?? [];
  if (noun === undefined || !Object.hasOwn(shown, 'id') || Object.hasOwn(sent, 'id')) return sent;
  const own = `${withoutSeparators(singular(noun))}id`;
  const name = Object.keys(sent).find((each) => withoutSeparators(each) === own);
  const id = name === undefined || nameIn(shown, name) !== undefined ? undefined : sent[name];
  return id === undefined ? sent : { ...sent, id };
}

/** An answer whose properties with the name of a path parameter have its value: `account_sid` below `/accounts/{AccountSid}`. */
function withPathValues({ plan, parameters: { path } }: RequestContext, value: Json): Json {
  if (plan.pathNames.size === 0) return value;
  return withNamed(value, new Map([...plan.pathNames].map(([plain, name]) => [plain, path[name]])), 0);
}

/** The path parameters whose names have several words, by these without separators: `accountsid` for `AccountSid`. */
export function pathNamesOf({ parameters }: Operation): ReadonlyMap<string, string> {
  const named = parameters.filter((each) => each.in === 'path' && wordsOf(each.name).length > 1);
  return new Map(named.map(({ name }) => [withoutSeparators(name), name]));
}

function withNamed(value: Json, values: ReadonlyMap<string, Json | undefined>, depth: number): Json {
  if (depth > MOST_DEEP) return value;
  if (isArray(value)) return value.map((each) => (isItself(each, values) ? each : withNamed(each, values, depth + 1)));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const given = values.get(withoutSeparators(name));
      const shown = given === undefined ? undefined : each === null ? given : inFormOf(each, given);
      return [name, shown ?? withNamed(each, values, depth + 1)];
    }),
  );
}

/** Whether an item has no id but one that the path names too: each of a list is another thing (`user_id` of followers). */
function isItself(item: Json, values: ReadonlyMap<string, Json | undefined>): boolean {
  if (!isObject(item)) return false;
  const ids = Object.keys(item).filter(isUniqueName);
  return ids.length > 0 && ids.every((name) => item[name] !== null && values.has(withoutSeparators(name)));
}

/** Levels in which an answer may name what its path names: its items, in an envelope. */
const MOST_DEEP = 3;

const CURSOR = /^(?:(?:next|page|start|continuation)[_-]?)*(?:cursor|token|marker)$/i;

/** Whether a request asks for what follows a page. */
function asksFurther(query: Readonly<Record<string, Json>>): boolean {
  return Object.entries(query).some(([name, value]) => CURSOR.test(name) && value !== '' && value !== null);
}

/** A page from the document as the last one: nothing follows what it shows. */
function withoutNextPage(value: Json, nothing: '' | null, depth = 0): Json {
  if (!isObject(value) || depth > 2) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && /next|^cursor$|^continue$/i.test(name) && (CURSOR.test(name) || each.includes('://'))
        ? nothing
        : each === true && /^has_?more$/i.test(name)
          ? false
          : withoutNextPage(each, nothing, depth + 1),
    ]),
  );
}

const RECEIVERS =
  /^(?:to|recipients?|destinations?|receivers?|phones|phone_?numbers|numbers|emails|email_?addresses)$/i;
/** Names by which a result of a message says whom it went to, the likeliest first. */
const RECEIVER = ['to', 'recipient', 'email', 'phone_number', 'phone', 'msisdn', 'number', 'destination', 'address'];

/**
 * Those to whom a message goes (`to` in `{ message: { to: [{ email }] } }`), as objects with what each result calls them. Empty unless the results are
 * about them.
 */
function receiversIn(sent: JsonObject, results: readonly Json[], depth: number): readonly JsonObject[] {
  const [first] = results;
  if (first === undefined || !isObject(first) || depth > 1) return [];
  const name = RECEIVER.map((each) => nameIn(first, each)).find((each) => each !== undefined);
  if (name === undefined || typeof first[name] !== 'string') return [];
  for (const [key, value] of Object.entries(sent)) {
    if (!RECEIVERS.test(key)) continue;
    const each = isArray(value) ? value : [value];
    if (each.length > 0 && each.every((one) => typeof one === 'string')) return each.map((one) => ({ [name]: one }));
    if (each.length > 0 && each.every((one) => isObject(one) && nameIn(one, name) !== undefined))
      return each as readonly JsonObject[];
  }
  const inner = Object.values(sent).filter(isObject);
  return inner.map((each) => receiversIn(each, results, depth + 1)).find((each) => each.length > 0) ?? [];
}

/** An answer whose list of results has one for each receiver of a message, or for each of the sent `phoneNumbers`. */
function toEachReceiver(sent: JsonObject, value: JsonObject): JsonObject {
  const [only, ...others] = resultsIn(value).flatMap(({ at, list }) => {
    const receivers = receiversIn(sent, list, 0);
    const each = receivers.length > 0 ? receivers : namedIn(sent, list);
    return each.length === 0 ? [] : [{ at, list: oneForEach(each, list) }];
  });
  return only === undefined || others.length > 0 ? value : asObject(withValueAt(value, only.at, only.list));
}

/** The lists of objects at the top of an answer and in its objects. */
function resultsIn(value: JsonObject, at = ''): readonly { readonly at: string; readonly list: readonly Json[] }[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const here = `${at}${formatPointer([name])}`;
    if (isArray(each)) return each.length > 0 && each.every(isObject) ? [{ at: here, list: each }] : [];
    return at === '' && isObject(each) ? resultsIn(each, here) : [];
  });
}

/** What a list of scalars names, as objects with the property that the results have for one: `code` for each of `codes`. */
function namedIn(sent: JsonObject, [first]: readonly Json[]): readonly JsonObject[] {
  if (first === undefined || !isObject(first)) return [];
  const lists = Object.entries(sent).flatMap(([name, each]): readonly (readonly JsonObject[])[] => {
    const own = nameIn(first, singular(name));
    const isNamed = (one: Json): boolean => own !== undefined && isScalar(one) && isAlike(first[own], one);
    const isOf = own !== undefined && isArray(each) && each.length > 0 && each.every(isNamed);
    return isOf ? [each.map((one) => ({ [own]: one }))] : [];
  });
  return lists.length === 1 ? (lists[0] ?? []) : [];
}

function oneForEach(sent: readonly Json[], shown: readonly Json[]): Json {
  if (shown.length === 0 || sent.length === 0 || !sent.every(isObject) || !shown.every(isObject)) return shown as Json;
  return sent.map((each, at) => overlaid(shown[at % shown.length] as JsonObject, each as JsonObject, false));
}

/** @param isReading what is read says which thing is meant, and nothing else of it */
function overlaid(shown: JsonObject, sent: Readonly<Record<string, Json>>, isReading: boolean): JsonObject {
  const objects = Object.entries(shown).filter(([, value]) => isObject(value));
  const [only] = objects.length === 1 ? objects : [];
  const result: Record<string, Json> = { ...shown };
  const inner: Record<string, Json> = { ...((only?.[1] ?? {}) as JsonObject) };
  for (const [name, value] of Object.entries(sent)) {
    const own = nameIn(shown, name);
    const before = own === undefined ? undefined : shown[own];
    if (own !== undefined && isObject(before ?? null) && isScalar(value)) {
      const id = idNamed(before as JsonObject, value);
      if (id === undefined) continue;
      if (own === only?.[0]) setOwn(inner, id, value);
      else setOwn(result, own, { ...(before as JsonObject), [id]: value });
      continue;
    }
    if (isReading) continue;
    const shownAs = inFormOf(before, value);
    if (own !== undefined && shownAs !== undefined) setOwn(result, own, shownAs);
    const within = nameIn(inner, name);
    const innerAs = within === undefined ? undefined : inFormOf(inner[within], value);
    if (within !== undefined && innerAs !== undefined) setOwn(inner, within, innerAs);
  }
  if (only !== undefined) setOwn(result, only[0], inner);
  return result;
}

function nameIn(value: JsonObject, name: string): string | undefined {
  if (Object.hasOwn(value, name)) return name;
  const [found, ...others] = Object.keys(value).filter((each) => withoutSeparators(each) === withoutSeparators(name));
  return others.length > 0 ? undefined : found;
}

/** The property of an object by which a sent value names it: its id, or its name where the ids are numbers and a text is sent (`user=ann`). */
function idNamed(value: JsonObject, sent: Json): string | undefined {
  const id = IDS.find((name) => isAlike(value[name], sent));
  const isByName = id === undefined && typeof sent === 'string' && !NUMBER.test(sent);
  return isByName ? NAMES.find((name) => isAlike(value[name], sent)) : id;
}

const IDS = ['id', 'uuid', 'guid', 'gid', 'sid'];
const NAMES = ['username', 'login', 'slug', 'code', 'name'];

function isScalar(value: Json): boolean {
  return value !== null && typeof value !== 'object';
}

/** What was sent in the type that the answer has for it: digits as a number, a number as digits, a flag in words, words with commas as a list. */
function inFormOf(shown: Json | undefined, sent: Json): Json | undefined {
  if (isAlike(shown, sent)) return sent;
  if (typeof shown === 'string' && typeof sent === 'number' && NUMBER.test(shown)) return String(sent);
  if (typeof shown === 'number' && typeof sent === 'string' && NUMBER.test(sent)) return Number(sent);
  if (typeof shown === 'boolean' && (sent === 'true' || sent === 'false')) return sent === 'true';
  const isListed = typeof sent === 'string' && shown !== undefined && isArray(shown) && shown.length > 0;
  if (isListed && shown.every((each) => typeof each === 'string')) return sent.split(',').map((each) => each.trim());
  return undefined;
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** Whether two values are of one type, as far as JSON tells. */
function isAlike(one: Json | undefined, other: Json): boolean {
  if (one === undefined || one === null || other === null) return false;
  return typeof one === typeof other && isArray(one) === isArray(other);
}
