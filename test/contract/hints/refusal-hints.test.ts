import { describe, expect, test } from 'vitest';
import type { Hint } from '../../../src/contract/hints/hint.ts';
import { refusalEntries } from '../../../src/contract/hints/refusal-entries.ts';
import { hintIn } from '../../../src/contract/hints/refusal-hints.ts';
import type { Json } from '../../../src/core/index.ts';
import { stringifyJson } from '../../../src/wire/index.ts';

const hint = (text: string): Hint => hintIn({ text });
const entries = (value: Json) =>
  refusalEntries({ kind: 'parsed', mediaType: 'application/json', value, text: stringifyJson(value) });

const STRONG = ['Tall-Heron-4821', 'Calm-Otter-7305-North'];

describe('A sentence of a refusal asks for', () => {
  test.each<readonly [string, Hint]>([
    ["Key 'name' not present or not a String", { kind: 'needed' }],
    ['"name" is required', { kind: 'needed' }],
    ['This field may not be blank.', { kind: 'needed' }],
    ['key is not provided', { kind: 'needed' }],
    ['No chart or context is given.', { kind: 'needed' }],
    ['no "name" provided', { kind: 'needed' }],
    ['You must specify username or email', { kind: 'needed' }],
    [
      'The expiry date should be in future.',
      {
        kind: 'values',
        values: ['2037-12-31T00:00:00Z', '2037-12-31', 2145830400, 2145830400000],
        inOrder: true,
        moment: true,
      },
    ],
    [
      'endsAt must not be in the past',
      {
        kind: 'values',
        values: ['2037-12-31T00:00:00Z', '2037-12-31', 2145830400, 2145830400000],
        inOrder: true,
        moment: true,
      },
    ],
    [
      'birthday cannot be in the future',
      {
        kind: 'values',
        values: ['2001-01-01T00:00:00Z', '2001-01-01', 978307200, 978307200000],
        inOrder: true,
        moment: true,
      },
    ],
    ['The password must contain at least one uppercase letter.', { kind: 'values', values: STRONG }],
    ['needs at least 1 special character', { kind: 'values', values: STRONG }],
    ['must contain at least 3 letters', { kind: 'schema', schema: { minLength: 3 } }],
    [
      '`lines/0/kind` must be one of "text", "link", is "slide"; `lines/1/kind` must be one of "text", "link", is "mud"',
      { kind: 'values', values: ['text', 'link'] },
    ],
    ['`kind` must be one of "text", "link", but is "slide"', { kind: 'values', values: ['text', 'link'] }],
    ['must be one of [total_count, filter_count]', { kind: 'values', values: ['total_count', 'filter_count'] }],
    ["Invalid enum value. Expected 'a' | 'b', received 'c'", { kind: 'values', values: ['a', 'b'] }],
    ['must be equal to one of the allowed values: red, green', { kind: 'values', values: ['red', 'green'] }],
    ['length must be at least 3 characters long', { kind: 'schema', schema: { minLength: 3 } }],
    ['must NOT have more than 20 characters', { kind: 'schema', schema: { maxLength: 20 } }],
    ['ensure this value is greater than 0', { kind: 'schema', schema: { exclusiveMinimum: 0 } }],
    ['must be <= 100', { kind: 'schema', schema: { maximum: 100, maxItems: 100 } }],
    ['must match pattern "^[a-z]+$"', { kind: 'schema', schema: { type: 'string', pattern: '^[a-z]+$' } }],
    ['is not a valid email address', { kind: 'schema', schema: { type: 'string', format: 'email' } }],
    ['must be URL friendly', { kind: 'schema', schema: { type: 'string', pattern: '^[a-z][a-z0-9-]{3,15}[a-z0-9]$' } }],
    ['a zone with this name already exists', { kind: 'unique' }],
    ['Value for field "id" has to be unique.', { kind: 'unique' }],
    ['unknown field "colour"', { kind: 'unwanted' }],
    ['"colour" is not allowed', { kind: 'unwanted' }],
    ['key "colour" may not be used here', { kind: 'unwanted' }],
    ['value must be an integer', { kind: 'schema', schema: { type: 'integer' } }],
    ['expected string, received number', { kind: 'other' }],
    ['no good', { kind: 'other' }],
  ])('%s', (text, wanted) => {
    expect(hint(text)).toEqual(wanted);
  });
});

test('the values that a validator puts beside its sentence are those that are allowed', () => {
  const [entry] = entries({
    errors: [{ instancePath: '/kind', message: 'is wrong', params: { allowedValues: ['a', 'b'] } }],
  });
  expect(entry).toEqual({ text: 'is wrong', place: '/kind', allowed: ['a', 'b'] });
});

describe('Sentences are found with their places', () => {
  test.each<readonly [string, Json, string, string]>([
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'missing' }] },
      'body.name',
      'field required',
    ],
    ['Django', { name: ['This field is required.'] }, 'name', 'This field is required.'],
    ['LoopBack', { error: { details: [{ path: '/title', message: 'is required' }] } }, '/title', 'is required'],
    ['JSON:API', { errors: [{ source: { pointer: '/data/name' }, detail: 'is blank' }] }, '/data/name', 'is blank'],
    ['Zod', { issues: [{ path: ['kind'], message: 'Required' }] }, 'kind', 'Required'],
    ['errors by field', { message: 'Invalid', errors: { mail: ['is taken'] } }, 'mail', 'is taken'],
  ])('%s', (_, value, place, text) => {
    const [entry] = entries(value);
    expect(entry?.place).toBe(place);
    expect(entry?.text).toContain(text);
  });
});

test('JSON that is called text is read as JSON', () => {
  const bytes = new TextEncoder().encode('{ "errors": [{ "field": "title", "message": "is required" }] }');
  expect(refusalEntries({ kind: 'bytes', mediaType: 'text/plain', bytes })).toEqual([
    { place: 'title', text: 'is required' },
  ]);
});
