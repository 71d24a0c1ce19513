import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { checked } from '../../laws/self-checked.ts';

const body = (mediaType: string, media: object): object => ({
  requestBody: { required: true, content: { [mediaType]: media } },
  responses: { 204: { description: '' } },
});
const rate = { 'X-Rate': { required: true, schema: { type: 'integer', minimum: 1 } } };
const point = { type: 'object', required: ['x'], properties: { x: { type: 'integer' } } };
const list = { type: 'array', items: { type: 'integer' } };
const document = {
  openapi: '3.2.0',
  info: { title: 'parts', version: '1' },
  paths: {
    '/named': {
      post: body('multipart/form-data', {
        schema: {
          type: 'object',
          properties: {
            image: { type: 'string' },
            meta: point,
            place: point,
            ids: list,
            filter: { type: 'object', properties: { at: point } },
          },
        },
        encoding: {
          image: { contentType: 'image/png, image/jpeg', headers: rate },
          place: { contentType: 'application/xml' },
          ids: { style: 'pipeDelimited', explode: false },
          filter: { style: 'deepObject' },
        },
      }),
    },
    '/ordered': {
      post: body('multipart/mixed', {
        schema: { type: 'array', prefixItems: [point], minItems: 1 },
        itemSchema: { type: ['object', 'string'], maxLength: 3 },
        prefixEncoding: [{ contentType: 'application/json' }],
        itemEncoding: { contentType: 'text/plain' },
      }),
    },
    '/form': {
      post: body('application/x-www-form-urlencoded', {
        schema: { type: 'object', required: ['point'], properties: { point, ids: list, x2: { type: 'string' } } },
        encoding: { point: { style: 'form', explode: true }, ids: { style: 'spaceDelimited', explode: false } },
      }),
    },
  },
};
const mock = await createMock({ document });
afterAll(() => mock.close());

type Part = readonly [head: string, content: string];

async function send(path: string, subtype: string, parts: readonly Part[]): Promise<string> {
  const text = parts.map(([head, content]) => `--b\r\n${head}\r\n${content}\r\n`).join('');
  return said(path, `multipart/${subtype}; boundary=b`, `${text}--b--\r\n`);
}

async function said(path: string, type: string, body: string): Promise<string> {
  const init = { method: 'POST', headers: { 'content-type': type }, body };
  const response = await mock.fetch(new Request(`http://mock${path}`, init));
  if (response.status === 204) return '204';
  const { detail } = (await response.json()) as { readonly detail: string };
  return `${response.status} ${detail}`;
}

const named = (name: string, content: string, ...lines: readonly string[]): Part => [
  [`Content-Disposition: form-data; name="${name}"`, ...lines, ''].join('\r\n'),
  content,
];

describe('parts of a form', () => {
  test.each([
    ['one of its media types', [named('image', 'x', 'Content-Type: image/jpeg', 'X-Rate: 2')], '204'],
    ['no media type, which most clients leave out', [named('image', 'x', 'X-Rate: 2')], '204'],
    [
      'another media type',
      [named('image', 'x', 'Content-Type: text/html', 'X-Rate: 2')],
      '415 The part `image` must be `image/png`, `image/jpeg`, but is `text/html`',
    ],
    [
      'no header field that it must have',
      [named('image', 'x')],
      '422 Header field `X-Rate` of the part `image` is required',
    ],
    [
      'a wrong header field',
      [named('image', 'x', 'X-Rate: 0')],
      '422 Header field `X-Rate` of the part `image` must be at least 1, but is 0',
    ],
    ['XML where that is its form', [named('place', '<p><x>1</x></p>', 'Content-Type: application/xml')], '204'],
    [
      'XML of which a value is wrong',
      [named('place', '<p><x>a</x></p>', 'Content-Type: application/xml')],
      '422 `place.x` must be an integer, but is the string "a"',
    ],
    ['a list in its style', [named('ids', '1|a')], '422 `ids[1]` must be an integer, but is the string "a"'],
    [
      'an object in brackets',
      [named('filter[at][x]', 'a')],
      '422 `filter.at.x` must be an integer, but is the string "a"',
    ],
  ])('with %s', async (_, parts, verdict) => {
    expect(await send('/named', 'form-data', parts)).toBe(verdict);
  });
});

describe('parts by their position', () => {
  const json: Part = ['Content-Type: application/json\r\n', '{"x":1}'];

  test.each([
    ['as they are described', [json, ['Content-Type: text/plain\r\n', 'abc']], '204'],
    [
      'the first of another media type',
      [['Content-Type: text/plain\r\n', '{"x":1}']],
      '415 The part `0` must be `application/json`, but is `text/plain`',
    ],
    [
      'one of the rest of another',
      [json, ['Content-Type: text/csv\r\n', 'a']],
      '415 The part `1` must be `text/plain`, but is `text/csv`',
    ],
    ['the first without a media type', [['', '{"x":"a"}']], '422 `[0].x` must be an integer, but is the string "a"'],
    [
      'an item that its own schema refuses',
      [json, ['', 'abcd']],
      '422 Item `[1]` must have at most 3 characters, but has 4',
    ],
  ] as const)('%s', async (_, parts, verdict) => {
    expect(await send('/ordered', 'mixed', parts)).toBe(verdict);
  });
});

describe('fields of a form', () => {
  const type = 'application/x-www-form-urlencoded';

  test('members of an exploded object stand by themselves', async () => {
    expect(await said('/form', type, 'x=1&ids=1%202&x2=a')).toBe('204');
    expect(await said('/form', type, 'x=a')).toBe('422 `point.x` must be an integer, but is the string "a"');
    expect(await said('/form', type, 'ids=1')).toBe('422 `point` is required');
  });
});

test('a run sends each part as it is described', async () => {
  const { errors, passed } = await checked(document);
  expect(errors).toEqual([]);
  expect(passed).toBeGreaterThan(40);
});
