import { isArray, isObject } from '../../evaluation/index.ts';
import type { Breach } from '../breach/breaches.ts';

/** One rule in words, to follow the name of what broke it: "must have at least 1 character, but has 0". */
export function ruleInWords(error: Breach): string {
  const say = Object.hasOwn(WORDS, error.keyword) ? WORDS[error.keyword] : undefined;
  return say?.(error.schema, error) ?? `breaks the rule \`${error.keyword}\``;
}

type Say = (rule: unknown, error: Breach) => string;

const ARTICLES: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

const WORDS: Readonly<Record<string, Say>> = {
  type: (rule, { data }) =>
    `must be ${joinedWithOr((isArray(rule) ? rule : [rule]).map((name) => ARTICLES[String(name)] ?? String(name)))}, but is ${kindOf(data)}`,
  enum: (rule, { data }) =>
    `must be ${isArray(rule) && rule.length > 1 ? 'one of ' : ''}${choices(rule)}, but is ${shortValue(data)}`,
  const: (rule, { data }) => `must be ${shortValue(rule)}, but is ${shortValue(data)}`,
  minimum: (rule, { data }) => `must be at least ${shortValue(rule)}, but is ${shortValue(data)}`,
  maximum: (rule, { data }) => `must be at most ${shortValue(rule)}, but is ${shortValue(data)}`,
  exclusiveMinimum: (rule, { data }) => `must be greater than ${shortValue(rule)}, but is ${shortValue(data)}`,
  exclusiveMaximum: (rule, { data }) => `must be less than ${shortValue(rule)}, but is ${shortValue(data)}`,
  multipleOf: (rule, { data }) => `must be a multiple of ${shortValue(rule)}, but is ${shortValue(data)}`,
  minLength: (rule, { data }) => `must have at least ${countText(rule, 'character')}, but has ${lengthOf(data)}`,
  maxLength: (rule, { data }) => `must have at most ${countText(rule, 'character')}, but has ${lengthOf(data)}`,
  pattern: (rule, { data, params }) =>
    params['undecided'] === true
      ? `could not be matched against its pattern within the time for one message`
      : `must match the pattern ${shortValue(rule)}, but is ${shortValue(data)}`,
  format: (rule, { data }) => `must be of the format \`${String(rule)}\`, but is ${shortValue(data)}`,
  minItems: (rule, { data }) => `must have at least ${countText(rule, 'item')}, but has ${sizeOf(data)}`,
  maxItems: (rule, { data }) => `must have at most ${countText(rule, 'item')}, but has ${sizeOf(data)}`,
  uniqueItems: () => 'must not have the same item twice',
  minProperties: (rule, { data }) => `must have at least ${properties(rule)}, but has ${sizeOf(data)}`,
  maxProperties: (rule, { data }) => `must have at most ${properties(rule)}, but has ${sizeOf(data)}`,
  required: () => 'is required',
  dependentRequired: (_rule, { params }) => `is required beside \`${String(params['property'])}\``,
  additionalProperties: () => 'is not a documented property',
  unevaluatedProperties: () => 'is not a documented property',
  additionalItems: () => 'has more items than are documented',
  items: () => 'has more items than are documented',
  unevaluatedItems: () => 'has more items than are documented',
  propertyNames: (_rule, { params }) => `must not have a property named ${shortValue(params['propertyName'])}`,
  contains: (_rule, { params }) => containsText(params),
  not: () => 'must not be what the schema excludes',
  if: (_rule, { params }) => `must fit the \`${String(params['failingKeyword'])}\` part of its condition`,
  anyOf: (rule) =>
    `must fit at least one of ${String(isArray(rule) ? rule.length : 'several')} alternatives, but fits none`,
  oneOf: (rule, { params }) => {
    const total = String(isArray(rule) ? rule.length : 'several');
    const passing = params['passingSchemas'];
    if (!isArray(passing)) return `must fit exactly one of ${total} alternatives, but fits none`;
    return `must fit exactly one of ${total} alternatives, but fits number ${passing.map((index) => Number(index) + 1).join(' and number ')}`;
  },
  $ref: () => 'does not fit its schema, which nests too deep to say more',
  'false schema': () => 'must not be there',
};

function containsText(params: Readonly<Record<string, unknown>>): string {
  const { minContains, maxContains } = params;
  if (maxContains === undefined)
    return `must contain at least ${countText(minContains ?? 1, 'item')} of the documented kind`;
  return `must contain ${String(minContains)} to ${countText(maxContains, 'item')} of the documented kind`;
}

/** A value as shortened JSON; a shortened text keeps its closing quote. */
export function shortValue(value: unknown): string {
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value, withDigits) ?? 'nothing');
  if (text.length <= LONGEST) return text;
  const end = typeof value === 'string' ? '…"' : '…';
  return text.slice(0, LONGEST - 3) + end;
}

/** Most characters of a value in a message. */
const LONGEST = 60;

const withDigits = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

function kindOf(value: unknown): string {
  if (isArray(value)) return 'an array';
  if (isObject(value)) return 'an object';
  if (typeof value === 'string') return `the string ${shortValue(value)}`;
  return shortValue(value);
}

function choices(rule: unknown): string {
  const all = isArray(rule) ? rule.map(shortValue) : [shortValue(rule)];
  return all.length > 10 ? `${all.slice(0, 10).join(', ')} and ${all.length - 10} more` : all.join(', ');
}

function joinedWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function countText(count: unknown, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function properties(count: unknown): string {
  return `${String(count)} ${count === 1 ? 'property' : 'properties'}`;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? [...value].length : 0;
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
