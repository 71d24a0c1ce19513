import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const error = { type: 'object', properties: { error: { type: 'string' }, code: { type: 'integer' } } };
const examples = { late: { value: { error: 'late', code: 18 } }, early: { value: { error: 'early', code: 19 } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'trains', version: '1' },
  paths: {
    '/trains': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['line'], properties: { line: { type: 'string' } } },
            },
          },
        },
        responses: {
          201: { description: '' },
          400: { description: '', content: { 'application/json': { schema: error, examples } } },
        },
      },
    },
    '/trains/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: {
          200: {
            description: '',
            content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } },
          },
          404: {
            description: '',
            content: {
              'application/json': { example: { error: 'There is no such train', status: 404, hint: 'Ask the guard' } },
            },
          },
        },
      },
      delete: { responses: { 204: { description: '' } } },
    },
  },
};
const mock = await createMock({ document });
afterAll(() => mock.close());

test('an error that is only shown by an example is that example, with the actual reason', async () => {
  const url = 'http://mock/trains/7';
  await mock.fetch(new Request(url, { method: 'DELETE' }));
  const gone = await mock.fetch(new Request(url));
  expect(gone.status).toBe(404);
  expect(await gone.json()).toEqual({
    error: 'There is no train with id "7".',
    status: 404,
    hint: 'Ask the guard',
  });
});

test('`Prefer` chooses an error by name, also for a wrong request', async () => {
  const headers = { 'content-type': 'application/json', prefer: 'code=400, example=early' };
  const answer = await mock.fetch(new Request('http://mock/trains', { method: 'POST', headers, body: '{}' }));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: 'early', code: 19 });
});

test('an error with a schema and an example is that example, with the actual reason and the actual breaches', async () => {
  const text = { type: 'string' };
  const entry = { type: 'object', properties: { field: text, message: text } };
  const failure = {
    type: 'object',
    properties: { id: text, hint: { type: 'integer' }, message: text, errors: { type: 'array', items: entry } },
  };
  const shown = { id: 'not_found', hint: 17, message: 'Sorry', errors: [{ field: 'x', message: 'y' }] };
  const answer = (example: object) => ({
    description: '',
    content: { 'application/json': { schema: failure, example } },
  });
  const train = { type: 'object', required: ['line'], properties: { id: { type: 'integer' }, line: text } };
  const body = { content: { 'application/json': { schema: train } } };
  const trains = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'trains', version: '1' },
      paths: {
        '/trains': {
          post: {
            requestBody: { required: true, ...body },
            responses: { 201: { description: '', ...body }, 422: answer({ ...shown, id: 'unprocessable' }) },
          },
        },
        '/trains/{id}': {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            responses: { 200: { description: '', ...body }, 404: answer(shown) },
          },
        },
      },
    },
  });
  const gone = await trains.fetch(new Request('http://mock/trains/99'));
  const { message, ...rest } = (await gone.json()) as Record<string, unknown>;
  expect(message).toContain('99');
  expect(rest).toMatchObject({ id: 'not_found', hint: 17 });
  const headers = { 'content-type': 'application/json' };
  const wrong = await trains.fetch(new Request('http://mock/trains', { method: 'POST', body: '{}', headers }));
  expect(await wrong.json()).toMatchObject({ id: 'unprocessable', hint: 17, errors: [{ field: 'line' }] });
  await trains.close();
});

test('an error whose forms differ only in a word that none of them requires is one of them, with the actual reason', async () => {
  const form = (code: string): object => ({
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: { description: { type: 'string' }, code: { type: 'string', enum: [code] } },
      },
    },
  });
  const { post } = document.paths['/trains'];
  const schema = { oneOf: [form('too_fast'), form('too_late')] };
  const forms = await createMock({
    document: {
      ...document,
      paths: {
        '/trains': {
          post: {
            ...post,
            responses: {
              201: post.responses[201],
              400: { description: '', content: { 'application/json': { schema } } },
            },
          },
        },
      },
    },
  });
  const headers = { 'content-type': 'application/json' };
  const response = await forms.fetch(new Request('http://mock/trains', { method: 'POST', headers, body: '{}' }));
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json']);
  expect(await response.json()).toEqual({
    error: { description: expect.stringContaining('line'), code: expect.stringMatching(/^too_(?:fast|late)$/) },
  });
  await forms.close();
});
