import type { Json, JsonObject } from '../../core/index.ts';
import type { Where } from '../../generation/index.ts';
import { isSafe, type MediaType, mediaTypeFor, type Schema, typesOf } from '../../spec/index.ts';
import { isArray, isObject } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';

/** More items are never answered, whatever a request asks for. */
const MOST_ITEMS = 128;

/** A generated answer. */
interface GeneratedItems {
  readonly where: Where;
  readonly value: Json;
  /** The subject of the answer. */
  readonly about: string;
}

/**
 * A generated answer with as many items as the request asks for: the number that it names (`n: 3`, "how many images to generate"), for each input that it sends
 * (`input: ["a", "b"]`, where a single one may be sent as well). The value stays as it was if its list is not the only one at its top.
 */
export function withWantedItems(
  mock: MockContext,
  context: RequestContext,
  { schema }: MediaType,
  { where, value, about }: GeneratedItems,
): Json {
  if (schema === undefined || isSafe(context.operation.method) || !isObject(value)) return value;
  const wanted = wantedBy(mock, context);
  if (wanted === undefined) return value;
  const lists = Object.entries(value).filter(([, each]) => isArray(each) && each.every(isObject));
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return value;
  const [name, list] = only as readonly [string, readonly Json[]];
  const property = mock.fieldsOf(schema).properties.get(name);
  const items = property === undefined ? undefined : mock.fieldsOf(property).items;
  if (items === undefined) return value;
  const whole = Array.from(
    { length: wanted },
    (_, index) => list[index] ?? drawItem(mock, items, { seed: where.seed, at: `${where.at}/items/${index}` }, about),
  );
  const shown = whole.map((each, index) => withIndex(each ?? null, index));
  const changed = { ...value, [name]: shown };
  return mock.validator.accepts(schema, changed, 'response') ? changed : value;
}

function drawItem(mock: MockContext, items: Schema, where: Where, about: string): Json | undefined {
  const made = mock.generator.value(mock.drawableOf(items), where, { direction: 'response', about });
  return made.ok ? made.value : undefined;
}

/** An item with its place in the list. */
function withIndex(item: Json, index: number): Json {
  return isObject(item) && typeof item['index'] === 'number' ? { ...item, index } : item;
}

/** The number of items that a request asks for; undefined if it says nothing about it. */
function wantedBy(mock: MockContext, { operation, request: { body } }: RequestContext): number | undefined {
  const sent: JsonObject = body.kind === 'parsed' ? asObject(body.value) : {};
  const media = body.kind === 'parsed' ? mediaTypeFor(operation.body?.content ?? [], body.mediaType) : undefined;
  if (media?.schema === undefined) return undefined;
  const { properties, required } = mock.fieldsOf(media.schema);
  let count: number | undefined;
  for (const [name, property] of properties) {
    const sentCount = isCount(mock, name, property) ? (sent[name] ?? defaultOf(mock, property)) : undefined;
    const number = typeof sentCount === 'string' && /^\d{1,6}$/.test(sentCount) ? Number(sentCount) : sentCount;
    if (typeof number === 'number' && number > 0) count = (count ?? 1) * number;
    const value = sent[name];
    if (value === undefined || !required.has(name) || !isOneOrSeveral(mock, property)) continue;
    // A list of numbers is one encoded input.
    const isList = isArray(value) && value.length > 0 && value.every((each) => typeof each !== 'number');
    count = (count ?? 1) * (isList ? (value as readonly Json[]).length : 1);
  }
  return count === undefined ? undefined : Math.min(MOST_ITEMS, count);
}

const COUNTS = /^(?:n|count|(?:num|number_of)_\w+)$/;
const SAYS_COUNT = /\b(?:how many|(?:the )?number of)\b[^.]*\b(?:generate|create|return|produce)/i;

function isCount(mock: MockContext, name: string, property: Schema): boolean {
  const target = mock.api.deref(property);
  if (typeof target === 'boolean' || !COUNTS.test(name) || !SAYS_COUNT.test(target.description ?? '')) return false;
  return typesOf(mock.api, property).includes('integer');
}

function defaultOf({ api }: MockContext, property: Schema): Json | undefined {
  const target = api.deref(property);
  return typeof target === 'boolean' ? undefined : target.default;
}

/** Whether a property takes one text or several. */
function isOneOrSeveral({ api }: MockContext, property: Schema): boolean {
  const types = typesOf(api, property);
  return types.includes('string') && types.includes('array');
}

/**
 * A generated answer to a conversation (`messages: [{ role: "user", … }]`) comes from the assistant, not from one of those who wrote before. The value stays as
 * it was if its schema has no such role.
 */
export function fromAssistant(mock: MockContext, context: RequestContext, { schema }: MediaType, value: Json): Json {
  const { body } = context.request;
  const sent: JsonObject = body.kind === 'parsed' ? asObject(body.value) : {};
  const isConversation = Object.values(sent).some(
    (each) =>
      isArray(each) && each.length > 0 && each.every((item) => isObject(item) && typeof item['role'] === 'string'),
  );
  if (schema === undefined || !isConversation) return value;
  const changed = withRole(value, 0);
  return mock.validator.accepts(schema, changed, 'response') ? changed : value;
}

const DEEPEST = 4;

function withRole(value: Json, depth: number): Json {
  if (depth > DEEPEST) return value;
  if (isArray(value)) return value.map((each) => withRole(each, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'role' && typeof each === 'string' ? 'assistant' : withRole(each, depth + 1),
    ]),
  );
}
