import type { Json } from '../../core/index.ts';
import { fieldValue, isArray, isObject, jsonEquals, stringifyJson, valueAt } from '../../wire/index.ts';
import { type Check, defineCheck, type Seen } from '../check.ts';
import type { Story } from '../purpose.ts';

export const scenarioExpectation: Check = defineCheck({
  id: 'scenario.expectation',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Does each step of a scenario end as it says?',
  guard: 'Only what the scenario names; a list has exactly the entries that it names, an object may have more.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'scenario') return [];
    const wrong = [
      ...status(seen, story.expected),
      ...statuses(seen, story),
      ...headers(seen, story.expected),
      ...body(seen, story.expected),
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

type Wrong = readonly [place: string, expected: string, actual: string];

function status({ response }: Seen, expected: Json): readonly Wrong[] {
  const wanted = valueAt(expected, '/status');
  if (wanted === undefined) return [];
  const text = String(wanted).toUpperCase();
  const fits = text.endsWith('XX') ? text[0] === String(response.status)[0] : text === String(response.status);
  return fits ? [] : [['/status', text, String(response.status)]];
}

/** Of answers that came at the same time nobody knows which was the first. */
function statuses(
  { response }: Seen,
  { expected, beside }: Extract<Story, { readonly kind: 'scenario' }>,
): readonly Wrong[] {
  const wanted = valueAt(expected, '/statuses');
  if (!isArray(wanted)) return [];
  const [expectedText, actual] = [wanted, [...(beside ?? []), response.status]].map((list) =>
    list.map(String).sort().join(', '),
  );
  return expectedText === actual ? [] : [['/status', expectedText ?? '', actual ?? '']];
}

function headers({ response }: Seen, expected: Json): readonly Wrong[] {
  const wanted = valueAt(expected, '/headers');
  if (!isObject(wanted)) return [];
  return Object.entries(wanted).flatMap(([name, value]): readonly Wrong[] => {
    const actual = fieldValue(response.headers, name);
    const text = String(value);
    if (actual === text || (!text.includes(';') && actual?.split(';')[0]?.trim() === text)) return [];
    return [[`/header/${name.toLowerCase()}`, text, actual ?? 'nothing']];
  });
}

function body({ response }: Seen, expected: Json): readonly Wrong[] {
  const wanted = valueAt(expected, '/body');
  if (wanted === undefined) return [];
  const actual = response.body.kind === 'parsed' ? response.body.value : undefined;
  return compare(wanted, actual, '/body');
}

function compare(wanted: Json, actual: Json | undefined, place: string): readonly Wrong[] {
  const wrong: readonly Wrong[] = [[place, short(wanted), actual === undefined ? 'nothing' : short(actual)]];
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
  return jsonEquals(wanted, actual) ? [] : wrong;
}

function short(value: Json): string {
  return stringifyJson(value).slice(0, 200);
}
