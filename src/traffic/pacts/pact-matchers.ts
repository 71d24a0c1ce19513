import type { Json } from '../../core/index.ts';
import { isArray, isNumeric, jsonEquals } from '../../wire/index.ts';
import type { PactMatcher, PactRule } from '../model/client-use.ts';

/** Whether a string matches a pattern, in bounded time, since the pattern comes from a file. */
export type MatchesPattern = (pattern: string, text: string) => boolean;

type Takes = (matcher: PactMatcher, example: Json, value: Json, matches: MatchesPattern) => boolean;

const isWhole = (value: Json): boolean =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

/** Whether a value is accepted in place of an example, by kind of matcher. */
const MATCHERS: Readonly<Record<string, Takes>> = {
  equality: (_, example, value) => jsonEquals(example, value),
  type: (_, example, value) => kindOf(example) === kindOf(value),
  regex: ({ regex }, _, value, matches) =>
    typeof regex === 'string' && (typeof value === 'string' || isNumeric(value)) && matches(regex, String(value)),
  number: (_matcher, _example, value) => isNumeric(value),
  integer: (_matcher, _example, value) => isWhole(value),
  decimal: (_matcher, _example, value) => isNumeric(value) && typeof value === 'number',
  boolean: (_matcher, _example, value) => typeof value === 'boolean',
  include: ({ value: part }, _, value) => String(value).includes(String(part)),
  null: (_matcher, _example, value) => value === null,
  date: (_matcher, _example, value) => typeof value === 'string',
  time: (_matcher, _example, value) => typeof value === 'string',
  timestamp: (_matcher, _example, value) => typeof value === 'string',
  datetime: (_matcher, _example, value) => typeof value === 'string',
  semver: (_matcher, _example, value) => typeof value === 'string' && /^\d+\.\d+\.\d+([-+][\w.+-]+)?$/.test(value),
  notEmpty: (_, example, value) =>
    kindOf(example) === kindOf(value) && value !== '' && !(isArray(value) && value.length === 0),
  values: (_, example, value) => kindOf(example) === kindOf(value),
};

/**
 * Whether all matchers of a rule (or any, where the rule says so) accept a value. A matcher of an unknown
 * kind accepts only the example.
 */
export function pactAccepts(
  { matchers, combine }: PactRule,
  example: Json,
  value: Json,
  matchesPattern: MatchesPattern,
): boolean {
  const takes = (matcher: PactMatcher): boolean =>
    (MATCHERS[matcher.match] ?? MATCHERS['equality'])?.(matcher, example, value, matchesPattern) === true;
  return combine === 'or' ? matchers.some(takes) : matchers.every(takes);
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  return isNumeric(value) ? 'number' : typeof value;
}
