import { expect, test } from 'vitest';
import { withWords } from '../../../src/contract/responses/refusal-words.ts';
import type { Json } from '../../../src/core/index.ts';

const json = (value: Json) =>
  withWords(422, {
    response: { status: 422, headers: [], body: { kind: 'parsed', value, mediaType: 'application/json', text: '' } },
  });

test.each<readonly [string, Json, string]>([
  ['problem+json', { type: 'about:blank', title: 'Wrong', detail: 'pages must be even' }, 'pages must be even'],
  ['OAuth', { error: 'invalid_request', error_description: 'no scope' }, 'no scope'],
  ['a title alone', { title: 'Wrong', status: 422 }, 'Wrong'],
  ['a list of faults', { errors: [{ loc: ['body'], msg: 'field required' }] }, 'body: field required'],
  ['an error within', { error: { code: 7, message: 'taken' } }, 'taken'],
  ['a text', 'no such thing', 'no such thing'],
  [
    'faults by field',
    { name: ['is required'], age: ['must be positive', 'is odd'] },
    'name: is required; age: must be positive; is odd',
  ],
  [
    'faults beside a title',
    { title: 'Wrong', errors: [{ field: 'code', message: 'is taken' }] },
    'Wrong: code: is taken',
  ],
  ['HTML', '<html><head><style>a{}</style></head><body><h1>Not  found</h1></body></html>', 'Not found'],
])('a refusal is quoted in its own words: %s', (_, value, words) => {
  expect(json(value)).toBe(`422: ${words}`);
});

test('one without words is named by its status, and a long one is cut', () => {
  expect(json({ code: 7, detail: '' })).toBe('422');
  expect(json(null)).toBe('422');
  expect(withWords(404, { response: { status: 404, headers: [], body: { kind: 'none' } } })).toBe('404');
  expect(json({ detail: `a\n${'b'.repeat(900)}` })).toMatch(/^422: a b{157}…$/);
});
