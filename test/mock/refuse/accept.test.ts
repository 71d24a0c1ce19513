import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const thing = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const json = { 'application/json': { schema: thing } };

const document = (more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things/first': {
      get: {
        responses: {
          200: { description: 'ok', content: { 'text/csv': { schema: { type: 'string' } }, ...json } },
          ...more,
        },
      },
    },
  },
});

async function answerTo(
  headers: Record<string, string>,
  more?: object,
): Promise<{ status: number; type: string | null }> {
  const mock = await createMock({ document: document(more) });
  const response = await mock.fetch(new Request('http://localhost/things/first', { headers }));
  await mock.close();
  return { status: response.status, type: response.headers.get('content-type') };
}

test.each([
  ['application/vnd.acme.v2+json', 'application/json'],
  ['application/vnd.github+json; version=2', 'application/json'],
  ['application/json; charset=iso-8859-1', 'application/json'],
  ['image/png, application/vnd.api+json;q=0.5', 'application/json'],
  ['application/pdf', 'text/csv'],
  ['*/*;q=0', 'text/csv'],
])('Accept: %s, which no documented media type fits, is answered with %s', async (accept, type) => {
  const answer = await answerTo({ accept });
  expect(answer.status).toBe(200);
  expect(answer.type?.split(';')[0]).toBe(type);
});

test('it is refused with 406 where the document has a 406', async () => {
  expect((await answerTo({ accept: 'application/pdf' }, { 406: { description: 'no' } })).status).toBe(406);
});

test('it is refused with 406 where the client asks for strict handling', async () => {
  const answer = await answerTo({ accept: 'application/pdf', prefer: 'handling=strict' });
  expect(answer.status).toBe(406);
  expect((await answerTo({ accept: 'application/pdf', prefer: 'handling=lenient' })).status).toBe(200);
});

const chat = {
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  paths: {
    '/completions': {
      post: {
        requestBody: { content: { 'application/json': { schema: { properties: { stream: { type: 'boolean' } } } } } },
        responses: { 200: { description: 'ok', content: { ...json, 'text/event-stream': { schema: thing } } } },
      },
    },
  },
};

test.each([
  [true, 'text/event-stream'],
  [false, 'application/json'],
])('a body with "stream": %s is answered with %s, whatever Accept says', async (stream, type) => {
  const mock = await createMock({ document: chat });
  const response = await mock.fetch(
    new Request('http://localhost/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ stream }),
    }),
  );
  expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
  await response.body?.cancel();
  await mock.close();
});
