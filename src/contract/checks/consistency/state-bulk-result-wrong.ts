import type { Json, JsonObject } from '../../../core/index.ts';
import { operationTexts } from '../../../spec/index.ts';
import { isArray, isObject, jsonEquals, stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateBulkResultWrong: Check = defineCheck({
  id: 'state.bulk-result-wrong',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['bulk-answered', 'bulk-done'],
  question: 'Is what the answer of a bulk operation says of each item true?',
  guard:
    'Only on items of the run. An item may be missing in the answer only if all are. An id that does not exist may be a success, unless the document has another result for it. An unchanged item counts only if the answer says that it was a success, and the name of the operation says what must have changed; or if the body has a new value of its property, and the answer says nothing else of it. A number of changed items counts only where all ids of the request exist.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'bulk-answered') return bulkResultDrafts(exchange, story);
    return story.kind === 'bulk-done' ? unchangedAfterSuccess(exchange, story) : [];
  },
});

type BulkAnswer = Extract<Stimulus, { readonly kind: 'bulk-answered' }>;
type BulkEffect = Extract<Stimulus, { readonly kind: 'bulk-done' }>;

function bulkResultDrafts(
  { response, operation, api }: Exchange,
  { own, unknown, counted }: BulkAnswer,
): readonly FindingDraft[] {
  const body = response.body.kind === 'parsed' ? response.body.value : undefined;
  if (body === undefined || operation === undefined) return [];
  const count = counted === undefined || unknown !== undefined ? undefined : valueAt(body, counted);
  if (typeof count === 'number' && count !== own.length)
    return [
      {
        messagePointer: `/body${counted}`,
        subject: counted ?? '',
        expected: `${own.length}, the number of items that were to change`,
        actual: String(count),
        message: `${operation.id} was asked to change ${own.length} items, and says that it changed ${count}.`,
      },
    ];
  const named = own.filter((id) => isNamed(body, id));
  const lacking = own.find((id) => !named.includes(id));
  if (named.length > 0 && lacking !== undefined)
    return [
      {
        subject: 'missing',
        expected: 'a result for each id of the request',
        actual: `none for ${String(lacking)}`,
        message: `${operation.id} was asked for ${own.map(String).join(' and ')}, and its answer does not name ${String(lacking)}.`,
      },
    ];
  const first = own[0];
  const result = first === undefined ? undefined : resultOf(body, first);
  const other = unknown === undefined ? undefined : resultOf(body, unknown);
  const isSame =
    result !== undefined &&
    other !== undefined &&
    tellsSuccess(result) &&
    isSameResult(result, first ?? null, other, unknown ?? null);
  const isListed = first !== undefined && unknown !== undefined && listsTogether(body, [first, unknown]);
  const documented = stringifyJson([...operationTexts(operation), ...schemasOf(operation, api)]);
  if ((!isSame && !isListed) || !UNKNOWN.test(documented)) return countDrafts(operation.id, body);
  return [
    {
      subject: 'unknown',
      expected: 'another result than for an item that exists',
      actual: shortJson(other ?? body),
      message: `${operation.id} reports the same result for ${String(unknown)}, which does not exist, as for an item that exists: ${shortJson(other ?? body)}.`,
    },
  ];
}

/** Whether one list of an answer holds several ids. */
function listsTogether(body: Json, ids: readonly Json[]): boolean {
  if (isArray(body)) return ids.every((id) => body.some((each) => typeof each !== 'object' && sameId(each, id)));
  return isObject(body) && Object.values(body).some((each) => listsTogether(each, ids));
}

/** A number beside a list of ids whose name says that it counts them: `updated` and `updated_count`. */
function countDrafts(operation: string, body: Json): readonly FindingDraft[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, list]) => {
    if (!isArray(list) || list.some((each) => typeof each === 'object')) return [];
    const counter = [`${name}_count`, `${name}Count`].find((each) => typeof body[each] === 'number');
    if (counter === undefined || body[counter] === list.length) return [];
    return [
      {
        messagePointer: `/body/${counter}`,
        subject: counter,
        expected: `${list.length}, as \`${name}\` has`,
        actual: stringifyJson(body[counter] ?? null),
        message: `${operation} lists ${list.length} in \`${name}\`, and \`${counter}\` is ${stringifyJson(body[counter] ?? null)}.`,
      },
    ];
  });
}

/** Words of documents that have a result of their own for an id that does not exist. */
const UNKNOWN = /\b404\b|not[ _-]?found|does ?n[o']t exist|do not exist|unknown|missing|no such/i;

function schemasOf(operation: NonNullable<Exchange['operation']>, api: Exchange['api']): readonly Json[] {
  return operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ description = '', content }) => [
      description,
      ...content.flatMap(({ schema }) => (schema === undefined ? [] : words(api, schema, 0))),
    ]);
}

const DEEPEST = 5;

/** The listed values, names of properties and descriptions of a schema. */
function words(api: Exchange['api'], schema: Parameters<Exchange['api']['deref']>[0], depth: number): readonly Json[] {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST) return [];
  const { description = '', properties = {}, items } = rule;
  const inner = [...Object.values(properties), ...(items === undefined || Array.isArray(items) ? [] : [items])];
  return [
    description,
    [...(rule.enum ?? [])],
    Object.keys(properties),
    ...inner.flatMap((each) => words(api, each, depth + 1)),
  ];
}

function unchangedAfterSuccess(
  exchange: Exchange,
  { id, write, answered, before, effects, values, removes }: BulkEffect,
): readonly FindingDraft[] {
  const result = resultOf(answered, id);
  const now = entity(exchange);
  const kept =
    isObject(now) && (result === undefined || !tellsFailure(result)) ? keptOf(values, before, now) : undefined;
  if (kept !== undefined)
    return [
      {
        messagePointer: `/body/${kept}`,
        subject: 'kept',
        keyword: 'kept',
        expected: `${kept} ${shortJson(values[kept] ?? null)}`,
        actual: shortJson(before[kept] ?? null),
        message: `${write} was to set \`${kept}\` of ${String(id)} to ${shortJson(values[kept] ?? null)} and answered with a success, and it is still ${shortJson(before[kept] ?? null)}.`,
      },
    ];
  if (result === undefined || !tellsSuccess(result) || !isObject(now) || !jsonEquals(now, before)) return [];
  const missed = effects.find(
    ({ property, value }) => Object.hasOwn(before, property) && !jsonEquals(before[property] ?? null, value),
  );
  if (missed === undefined && !removes) return [];
  return [
    {
      subject: 'nothing',
      keyword: 'nothing',
      expected:
        missed === undefined ? 'another state of the item' : `${missed.property} ${stringifyJson(missed.value)}`,
      actual: 'the item as it was',
      message: `${write} reports a success for ${String(id)} (${shortJson(result)}), and the item is as it was.`,
    },
  ];
}

/** A property that a request gave a new value, and that has the value from before. */
function keptOf(values: JsonObject, before: JsonObject, now: JsonObject): string | undefined {
  return Object.keys(values).find(
    (name) =>
      Object.hasOwn(now, name) &&
      jsonEquals(now[name] ?? null, before[name] ?? null) &&
      !jsonEquals(now[name] ?? null, values[name] ?? null),
  );
}

function isNamed(body: Json, id: Json): boolean {
  if (isArray(body)) return body.some((each) => isNamed(each, id));
  if (isObject(body)) return Object.entries(body).some(([name, each]) => sameId(name, id) || isNamed(each, id));
  return sameId(body, id);
}

function sameId(value: Json, id: Json): boolean {
  return String(value).toLowerCase() === String(id).toLowerCase();
}

/** The object in an answer that names an item by its id. */
function resultOf(body: Json, id: Json): JsonObject | undefined {
  if (isArray(body)) return body.map((each) => resultOf(each, id)).find((each) => each !== undefined);
  if (!isObject(body)) return undefined;
  const values = Object.values(body);
  if (values.some((value) => typeof value !== 'object' && sameId(value, id))) return body;
  return values.map((each) => resultOf(each, id)).find((each) => each !== undefined);
}

const GOOD =
  /^(ok|okay|success|succeeded|successful|done|applied|complete|completed|(up|cre)ated|deleted|removed|changed)$/i;

/** Whether a result says that all went well. */
function tellsSuccess(result: JsonObject): boolean {
  return Object.entries(result).some(([name, value]) => {
    if (/^(status|code|status_?code|http_?status)$/i.test(name) && typeof value === 'number')
      return value >= 200 && value < 300;
    if (/^(ok|success|succeeded|successful|applied|done)$/i.test(name)) return value === true;
    return /^(status|result|outcome|state)$/i.test(name) && typeof value === 'string' && GOOD.test(value);
  });
}

/** Whether a result says that something was not done. */
function tellsFailure(result: JsonObject): boolean {
  return Object.entries(result).some(([name, value]) => {
    if (/^(status|code|status_?code|http_?status)$/i.test(name) && typeof value === 'number') return value >= 300;
    if (/^(ok|success|succeeded|successful|applied|done)$/i.test(name)) return value === false;
    return /^(errors?|reason|failures?|problem)$/i.test(name) && value !== null && !jsonEquals(value, []);
  });
}

function isSameResult(one: JsonObject, id: Json, other: JsonObject, otherId: Json): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => {
    const [mine, theirs] = [one[name] ?? null, other[name] ?? null];
    return jsonEquals(mine, theirs) || (sameId(mine, id) && sameId(theirs, otherId));
  });
}
