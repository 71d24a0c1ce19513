import type { Json, JsonObject } from '../../core/index.ts';
import { isSafe, type Schema } from '../../spec/index.ts';
import { isArray, isObject, setOwn, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';

/**
 * An answer from the document with what the request says: what was sent stands in the answer under the same name, at its top and in the one object that
 * it holds. Text sent under the name of an object (`channel=C1` beside `channel: { id }`) is the id of that object. A list that is sent is answered
 * by a list with one entry for each. The value stays as it was where the result would break the schema.
 */
export function withSent(mock: MockContext, context: RequestContext, schema: Schema, value: Json): Json {
  const { body } = context.request;
  const isReading = isSafe(context.operation.method);
  const sent = body.kind === 'parsed' && !isReading ? body.value : {};
  const { query } = context.parameters;
  const shown =
    isArray(sent) && isArray(value)
      ? oneForEach(sent, value)
      : isObject(sent) && isArray(value)
        ? oneForEach(receiversIn(sent, value, 0), value)
        : isObject(sent) && isObject(value)
          ? overlaid(toEachReceiver(sent, value), isReading ? query : { ...query, ...sent }, isReading)
          : value;
  const candidates =
    isReading && asksFurther(query) ? [withoutNextPage(shown, ''), withoutNextPage(shown, null), shown] : [shown];
  return candidates.find((each) => each !== value && mock.validator.accepts(schema, each, 'response')) ?? value;
}

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

/** An answer whose only list has a result for each receiver of a message. */
function toEachReceiver(sent: JsonObject, value: JsonObject): JsonObject {
  const lists = Object.entries(value).filter(([, each]) => isArray(each) && each.length > 0 && each.every(isObject));
  const [only, ...others] = lists as [string, readonly Json[]][];
  const receivers = only === undefined || others.length > 0 ? [] : receiversIn(sent, only[1], 0);
  return only === undefined || receivers.length === 0 ? value : { ...value, [only[0]]: oneForEach(receivers, only[1]) };
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
    if (own !== undefined && isAlike(before, value)) setOwn(result, own, value);
    const within = nameIn(inner, name);
    if (within !== undefined && isAlike(inner[within], value)) setOwn(inner, within, value);
  }
  if (only !== undefined) setOwn(result, only[0], inner);
  return result;
}

function nameIn(value: JsonObject, name: string): string | undefined {
  if (Object.hasOwn(value, name)) return name;
  const [found, ...others] = Object.keys(value).filter((each) => withoutSeparators(each) === withoutSeparators(name));
  return others.length > 0 ? undefined : found;
}

function idNamed(value: JsonObject, sent: Json): string | undefined {
  return ['id', 'uuid', 'guid', 'gid', 'sid'].find((name) => isAlike(value[name], sent));
}

function isScalar(value: Json): boolean {
  return value !== null && typeof value !== 'object';
}

/** Whether two values are of one type, as far as JSON tells. */
function isAlike(one: Json | undefined, other: Json): boolean {
  if (one === undefined || one === null || other === null) return false;
  return typeof one === typeof other && isArray(one) === isArray(other);
}
