import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { checked } from '../laws/self-checked.ts';

const list = (collectionFormat: string, items: object = { type: 'integer' }): object => ({
  type: 'array',
  collectionFormat,
  items,
});
const lists = list('csv');
const document = {
  swagger: '2.0',
  info: { title: 'lists', version: '1' },
  paths: {
    '/query': {
      get: {
        parameters: [
          { name: 'tsv', in: 'query', ...list('tsv') },
          { name: 'nested', in: 'query', ...list('pipes', lists) },
          { name: 'each', in: 'query', ...list('multi', list('ssv')) },
        ],
        responses: { 204: { description: '' } },
      },
    },
    '/path/{ids}': {
      get: {
        parameters: [{ name: 'ids', in: 'path', required: true, ...list('pipes', lists) }],
        responses: { 204: { description: '' } },
      },
    },
    '/header': {
      get: {
        parameters: [{ name: 'X-Ids', in: 'header', ...list('pipes') }],
        responses: {
          200: {
            description: '',
            headers: { 'X-Spaced': list('ssv'), 'X-Nested': list('pipes', lists) },
            schema: { type: 'string' },
          },
        },
      },
    },
    '/form': {
      post: {
        parameters: [{ name: 'rows', in: 'formData', ...list('pipes', lists) }],
        responses: { 204: { description: '' } },
      },
    },
  },
};
const mock = await createMock({ document });
afterAll(() => mock.close());

async function said(path: string, init?: RequestInit): Promise<string> {
  const response = await mock.fetch(new Request(`http://mock${path}`, init));
  return response.status < 300 ? String(response.status) : JSON.parse(await response.text()).detail;
}

const form = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

describe('collectionFormat of OpenAPI 2.0', () => {
  test.each([
    ['/query?tsv=1%092&nested=1,2%7C3&each=1+2&each=3', undefined, '204'],
    ['/query?tsv=1%09x', undefined, 'Query parameter `tsv[1]` must be an integer, but is the string "x"'],
    ['/query?nested=1,x|3', undefined, 'Query parameter `nested[0][1]` must be an integer, but is the string "x"'],
    [
      '/query?each=1&each=2%203%20x',
      undefined,
      'Query parameter `each[1][2]` must be an integer, but is the string "x"',
    ],
    ['/path/1,2%7C3', undefined, '204'],
    ['/path/1,2%7Cx', undefined, 'Path parameter `ids[1][0]` must be an integer, but is the string "x"'],
    ['/header', { headers: { 'x-ids': '1|2' } }, '200'],
    ['/header', { headers: { 'x-ids': '1|x' } }, 'Header field `X-Ids[1]` must be an integer, but is the string "x"'],
    ['/form', form('rows=1,2%7C3'), '204'],
    ['/form', form('rows=1,2%7C3,x'), '`rows[1][1]` must be an integer, but is the string "x"'],
  ])('%s %j: %s', async (path, init, verdict) => {
    expect(await said(path, init)).toBe(verdict);
  });

  test('holds for header fields of answers', async () => {
    const { headers } = await mock.fetch(new Request('http://mock/header'));
    expect(headers.get('x-spaced')).toMatch(/^\d+( \d+)*$/);
    expect(headers.get('x-nested')).toMatch(/^\d+(,\d+)*(\|\d+(,\d+)*)*$/);
  });

  test('is kept by the mock', async () => {
    expect(await checked(document)).toMatchObject({ errors: [] });
  });
});

test('a field of a form that may not be empty is refused if it is', async () => {
  const field = (more: object): object => ({ in: 'formData', name: 'note', type: 'string', ...more });
  const status = async (parameter: object): Promise<number> => {
    const mock = await createMock({
      document: {
        swagger: '2.0',
        info: { title: 'notes', version: '1' },
        paths: {
          '/notes': {
            post: {
              consumes: ['application/x-www-form-urlencoded'],
              parameters: [parameter],
              responses: { 200: { description: 'ok' } },
            },
          },
        },
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await mock.fetch(new Request('http://localhost/notes', { method: 'POST', headers, body: 'note=' }));
    await mock.close();
    return answer.status;
  };
  expect(await status(field({ allowEmptyValue: false }))).toBe(422);
  expect(await status(field({ allowEmptyValue: true }))).toBe(200);
  expect(await status(field({}))).toBe(200);
});
