import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const text = { type: 'string', format: 'binary' };
const answering = (content: object) => ({ get: { responses: { 200: { description: 'ok', content } } } });

const document = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/photos/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      ...answering({ 'image/png': { schema: text } }),
    },
    '/any-image': answering({ 'image/*': {} }),
    '/anything': answering({ '*/*': { schema: text } }),
    '/drawing': answering({ 'image/svg+xml': { schema: { type: 'string' } } }),
    '/short': answering({ 'application/pdf': { schema: { type: 'string', maxLength: 5 } } }),
    '/example': answering({ 'text/csv': { schema: { type: 'string' }, example: 'a,b\n1,2\n' } }),
    '/events': answering({
      'text/event-stream': {
        schema: {
          type: 'object',
          required: ['event', 'data'],
          properties: { event: { const: 'tick' }, data: { type: 'object', properties: { n: { type: 'integer' } } } },
        },
      },
    }),
    '/lines': answering({
      'application/jsonl': { itemSchema: { type: 'object', properties: { n: { type: 'integer' } } } },
    }),
  },
};

const get = async (path: string) => {
  const mock = await createMock({ document, strict: true });
  const response = await mock.fetch(new Request(`http://localhost${path}`));
  const bytes = Buffer.from(await response.arrayBuffer());
  await mock.close();
  return { status: response.status, type: response.headers.get('content-type'), bytes };
};

test.each([
  ['/photos/1', 'image/png', '\x89PNG'],
  ['/any-image', 'image/png', '\x89PNG'],
  ['/drawing', 'image/svg+xml', '<svg'],
  ['/example', 'text/csv', 'a,b'],
])('%s answers a file of the type %s that begins as one', async (path, type, start) => {
  const answer = await get(path);
  expect([answer.status, answer.type]).toEqual([200, type]);
  expect(answer.bytes.toString('latin1').startsWith(start)).toBe(true);
});

test('the file of another path is another one', async () => {
  const [one, same, other] = [await get('/photos/1'), await get('/photos/1'), await get('/photos/2')];
  expect(one.bytes.equals(same.bytes)).toBe(true);
  expect(one.bytes.equals(other.bytes)).toBe(false);
});

test('a schema that no file fits is what the answer fits', async () => {
  const { status, bytes } = await get('/short');
  expect(status).toBe(200);
  expect(bytes.length).toBeLessThanOrEqual(5);
});

test('binary content of any type is sent as bytes, never as JSON', async () => {
  expect((await get('/anything')).type).toBe('application/octet-stream');
});

test.each([
  ['/events', /^event: tick\ndata: \{"n":-?\d+\}$/gm],
  ['/lines', /^\{.*\}$/gm],
])('a stream at %s has several items', async (path, item) => {
  expect((await get(path)).bytes.toString().match(item)).toHaveLength(3);
});
