import type { Json } from '../../../core/index.ts';
import { fieldValue, isArray, isObject, jsonEquals, stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { excuse, fitsStatus } from '../../responses/excuse.ts';

export const scenarioExpectation: Check = defineCheck({
  id: 'scenario.expectation',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['scenario'],
  question: 'Does each step of a scenario have the expected answer?',
  guard:
    'Only what the scenario names. A list must have exactly the named entries, an object may have more, and a date-time may be written differently. A step whose operation is gone since its sunset, or that gets a 429, is inconclusive.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'scenario' || excuse(exchange, story.expected) !== undefined) return [];
    const wrong = [
      ...wrongStatus(exchange, story.expected),
      ...wrongStatuses(exchange, story),
      ...wrongHeaders(exchange, story.expected),
      ...wrongInBody(exchange, story.expected),
    ];
    return wrong.slice(0, 1).map(([place, expected, actual]) => ({
      messagePointer: place,
      subject: `${story.scenario} ${story.step}`,
      expected,
      actual,
      message: `"${story.scenario}", step "${story.step}": ${place} should be ${expected} and is ${actual}.`,
    }));
  },
});

type WrongPlace = readonly [place: string, expected: string, actual: string];

function wrongStatus({ response }: Exchange, expected: Json): readonly WrongPlace[] {
  const wanted = valueAt(expected, '/status');
  if (wanted === undefined) return [];
  if (fitsStatus(response.status, wanted)) return [];
  return [['/status', String(wanted).toUpperCase(), String(response.status)]];
}

/** Answers to requests sent in parallel have no known order. */
function wrongStatuses(
  { response }: Exchange,
  { expected, beside }: Extract<Stimulus, { readonly kind: 'scenario' }>,
): readonly WrongPlace[] {
  const wanted = valueAt(expected, '/statuses');
  if (!isArray(wanted)) return [];
  const [expectedText, actual] = [wanted, [...(beside ?? []), response.status]].map((list) =>
    list.map(String).sort().join(', '),
  );
  return expectedText === actual ? [] : [['/status', expectedText ?? '', actual ?? '']];
}

function wrongHeaders({ response }: Exchange, expected: Json): readonly WrongPlace[] {
  const wanted = valueAt(expected, '/headers');
  if (!isObject(wanted)) return [];
  return Object.entries(wanted).flatMap(([name, value]): readonly WrongPlace[] => {
    const actual = fieldValue(response.headers, name);
    const text = String(value);
    if (actual === text || (!text.includes(';') && actual?.split(';')[0]?.trim() === text)) return [];
    return [[`/header/${name.toLowerCase()}`, text, actual ?? 'nothing']];
  });
}

function wrongInBody({ response }: Exchange, expected: Json): readonly WrongPlace[] {
  const wanted = valueAt(expected, '/body');
  if (wanted === undefined) return [];
  const actual = response.body.kind === 'parsed' ? response.body.value : undefined;
  return compare(wanted, actual, '/body');
}

function compare(wanted: Json, actual: Json | undefined, place: string): readonly WrongPlace[] {
  const wrong: readonly WrongPlace[] = [[place, short(wanted), actual === undefined ? 'nothing' : short(actual)]];
  if (actual === undefined) return wrong;
  if (isArray(wanted)) {
    if (!isArray(actual)) return wrong;
    if (wanted.length !== actual.length) return [[place, `${wanted.length} entries`, `${actual.length} entries`]];
    return wanted.flatMap((item, index) => compare(item, actual[index], `${place}/${index}`));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (!isObject(actual)) return wrong;
    return Object.entries(wanted).flatMap(([name, value]) =>
      compare(value, Object.hasOwn(actual, name) ? actual[name] : undefined, `${place}/${name}`),
    );
  }
  return jsonEquals(wanted, actual) || isSameMoment(wanted, actual) ? [] : wrong;
}

/** One instant may be written with other fractions of a second, or in another time zone (RFC 3339 §4). */
function isSameMoment(wanted: Json, actual: Json): boolean {
  const [one, other] = [wanted, actual].map((value) =>
    typeof value === 'string' && MOMENT.test(value) ? Date.parse(value) : Number.NaN,
  );
  return one === other;
}

const MOMENT = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i;

function short(value: Json): string {
  return stringifyJson(value).slice(0, 200);
}
