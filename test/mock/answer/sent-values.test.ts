import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const json = (schema: object, example: unknown) => ({
  200: { description: '', content: { 'application/json': { schema, example } } },
});
const text = { type: 'string' };
const message = { type: 'object', properties: { text, user: text } };
const receipt = { type: 'object', properties: { to: text, id: text } };
const page = {
  type: 'object',
  properties: { names: { type: 'array', items: text }, more: { type: 'object', properties: { next_cursor: text } } },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  paths: {
    '/chat.post': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json(
          { type: 'object', properties: { ok: { type: 'boolean' }, channel: {}, message } },
          { ok: true, channel: 'C1', message: { text: 'Hello', user: 'U1' } },
        ),
      },
    },
    '/chat.info': {
      get: {
        parameters: [{ name: 'channel', in: 'query', schema: text }],
        responses: json({ type: 'object' }, { channel: { id: 'C1', name: 'general' } }),
      },
    },
    '/job/status': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json({ type: 'object' }, { id: 1, finished: true }),
      },
    },
    '/mail/batch': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } } },
        responses: json({ type: 'array', items: receipt }, [{ to: 'a@example.com', id: 'm1' }]),
      },
    },
    '/mail/send': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json({ type: 'array', items: receipt }, [{ to: 'a@example.com', id: 'm1' }]),
      },
    },
    '/sms/send': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json(
          { type: 'object', properties: { count: text, messages: { type: 'array', items: receipt } } },
          { count: '1', messages: [{ to: '4179', id: 'm1' }] },
        ),
      },
    },
    '/any/send': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: { description: '', content: { '*/*': { schema: { type: 'array', items: receipt } } } } },
      },
    },
    '/accounts/{AccountId}/tokens': {
      post: {
        parameters: [{ name: 'AccountId', in: 'path', required: true, schema: text }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json(
          {
            type: 'object',
            properties: { account_id: text, ttl: text, keys: { type: 'array', items: { type: 'object' } } },
          },
          { account_id: 'A0', ttl: '60', keys: [{ account_id: null, key: 'k' }] },
        ),
      },
    },
    '/users/{user_id}/followers.find': {
      get: {
        parameters: [{ name: 'user_id', in: 'path', required: true, schema: text }],
        responses: json(
          { type: 'object' },
          { user_id: 'U0', found: [{ user_id: 'U1', name: 'Ada' }], notes: [{ id: 'N1', user_id: 'U0' }] },
        ),
      },
    },
    '/look-up': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: json(
          { type: 'object' },
          { links: [{ rel: 'self' }], data: { id: 'L1', results: [{ zipCode: '0', place: 'Bern' }] }, errors: [] },
        ),
      },
    },
    '/names.find': {
      get: {
        parameters: [{ name: 'cursor', in: 'query', schema: text }],
        responses: json(page, { names: ['a'], more: { next_cursor: 'abc' } }),
      },
    },
  },
};
const mock = await createMock({ document });
const plain = await createMock({ document, stateless: true });
afterAll(() => Promise.all([mock.close(), plain.close()]));

async function ask(path: string, body?: unknown, of = mock, headers: Record<string, string> = {}): Promise<unknown> {
  const init =
    body === undefined
      ? { headers }
      : { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  return (await of.fetch(new Request(`http://localhost${path}`, init))).json();
}

describe('a message to several', () => {
  test.each([
    ['/mail/send', { message: { text: 'Hi', to: [{ to: 'x@y.co' }, { to: 'z@y.co' }] } }, ['x@y.co', 'z@y.co']],
    ['/mail/send', { to: ['x@y.co', 'z@y.co'] }, ['x@y.co', 'z@y.co']],
    ['/mail/send', { to: 'x@y.co' }, ['x@y.co']],
    ['/any/send', { to: ['x@y.co', 'z@y.co'] }, ['x@y.co', 'z@y.co']],
    ['/mail/send', { text: 'Hi' }, ['a@example.com']],
  ])('%s %j has a result for each', async (path, body, wanted) => {
    expect((await ask(path, body)) as readonly object[]).toEqual(wanted.map((to) => expect.objectContaining({ to })));
  });

  test('has the results in the only list of its answer', async () => {
    expect(await ask('/sms/send', { recipients: ['41', '42'] })).toMatchObject({
      messages: [{ to: '41' }, { to: '42' }],
    });
  });
});

describe('an answer from the document', () => {
  test('has what was sent, at its top and in the one object that it holds', async () => {
    expect(await ask('/chat.post', { channel: 'C9', text: 'Bye', extra: 1 })).toEqual({
      ok: true,
      channel: 'C9',
      message: { text: 'Bye', user: 'U1' },
    });
  });

  test('keeps what the example has where the sent value is of another type', async () => {
    expect(await ask('/chat.post', { channel: { id: 1 }, text: 3 })).toEqual({
      ok: true,
      channel: 'C1',
      message: { text: 'Hello', user: 'U1' },
    });
  });

  test('is about the thing that a call names by its noun', async () => {
    expect(await ask('/job/status', { jobid: 9, verbose: true })).toEqual({ id: 9, finished: true });
  });

  test('is about the thing that a read names', async () => {
    expect(await ask('/chat.info?channel=C7')).toEqual({ channel: { id: 'C7', name: 'general' } });
  });

  test('has what its path names, also in its items, and digits for a number that was sent', async () => {
    expect(await ask('/accounts/A7/tokens', { ttl: 3600 })).toEqual({
      account_id: 'A7',
      ttl: '3600',
      keys: [{ account_id: 'A7', key: 'k' }],
    });
  });

  test('keeps the own ids of items that are things like the one in the path', async () => {
    expect(await ask('/users/U7/followers.find')).toEqual({
      user_id: 'U7',
      found: [{ user_id: 'U1', name: 'Ada' }],
      notes: [{ id: 'N1', user_id: 'U7' }],
    });
  });

  test('has a result for each of what was sent as a list, in the list of results', async () => {
    expect(await ask('/look-up', { zipCodes: ['3000', '8000'] })).toEqual({
      links: [{ rel: 'self' }],
      data: {
        id: 'L1',
        results: [
          { zipCode: '3000', place: 'Bern' },
          { zipCode: '8000', place: 'Bern' },
        ],
      },
      errors: [],
    });
  });

  test('lists one entry for each that was sent', async () => {
    const sent = [{ to: 'x@example.com' }, { to: 'y@example.com' }];
    expect(await ask('/mail/batch', sent)).toEqual([
      { to: 'x@example.com', id: 'm1' },
      { to: 'y@example.com', id: 'm1' },
    ]);
  });

  test('promises nothing more to who asks for what follows it', async () => {
    expect(await ask('/names.find')).toEqual({ names: ['a'], more: { next_cursor: 'abc' } });
    expect(await ask('/names.find?cursor=abc')).toEqual({ names: ['a'], more: { next_cursor: '' } });
  });

  test('is the example alone where the document alone is asked', async () => {
    const example = { ok: true, channel: 'C1', message: { text: 'Hello', user: 'U1' } };
    expect(await ask('/chat.post', { text: 'Bye' }, plain)).toEqual(example);
    expect(await ask('/chat.post', { text: 'Bye' }, mock, { prefer: 'code=200' })).toEqual(example);
  });
});
