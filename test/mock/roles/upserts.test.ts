import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const Channel = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string' },
    label: { type: 'string' },
    locales: { type: 'array', items: { type: 'string' } },
  },
};
const steps = {
  type: 'object',
  required: ['op', 'path'],
  properties: { op: { type: 'string' }, path: { type: 'string' }, value: {} },
};
const operations = { type: 'object', properties: { operations: { type: 'array', items: steps } } };

const documentOf = (patch: object): object => ({
  openapi: '3.1.0',
  info: { title: 'channels', version: '1' },
  paths: {
    '/channels': { get: { responses: { 200: { description: '', ...json({ type: 'array', items: Channel }) } } } },
    '/channels/{code}': {
      parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: '', ...json(Channel) }, 404: { description: 'not there' } } },
      patch,
    },
  },
});

async function serve(
  patch: object,
): Promise<(method: string, path: string, body?: object) => Promise<[number, unknown]>> {
  const ask = await asking(documentOf(patch));
  return async (...asked) => {
    const { status, body } = await ask(...asked);
    return [status, body];
  };
}

describe('A PATCH', () => {
  test('that documents a 201 beside another success makes what is not there, and changes what is', async () => {
    const ask = await serve({
      requestBody: json(Channel),
      responses: { 201: { description: 'made' }, 204: { description: 'changed' } },
    });
    expect(await ask('PATCH', '/channels/web', { code: 'web', label: 'Web' })).toEqual([201, undefined]);
    expect(await ask('PATCH', '/channels/web', { code: 'web', locales: ['de'] })).toEqual([204, undefined]);
    expect(await ask('GET', '/channels/web')).toEqual([200, { code: 'web', label: 'Web', locales: ['de'] }]);
  });

  test('without one finds nothing to change', async () => {
    const ask = await serve({ requestBody: json(Channel), responses: { 200: { description: '', ...json(Channel) } } });
    expect((await ask('PATCH', '/channels/web', { code: 'web' }))[0]).toBe(404);
  });

  test('takes the steps of a JSON Patch out of the object around them', async () => {
    const ask = await serve({
      requestBody: json(operations),
      responses: { 200: { description: '', ...json(Channel) } },
    });
    const [, listed] = await ask('GET', '/channels');
    const [{ code }] = listed as [{ code: string }];
    const said = {
      operations: [
        { op: 'replace', path: '/code', value: 'other' },
        { op: 'add', path: '/label', value: 'New' },
      ],
    };
    expect(await ask('PATCH', `/channels/${code}`, said)).toMatchObject([200, { code, label: 'New' }]);
    const wrong = { operations: [{ op: 'replace', path: '/nothing', value: 1 }] };
    expect((await ask('PATCH', `/channels/${code}`, wrong))[0]).toBe(422);
  });
});

describe('An id', () => {
  const paths = (create: object): object => ({
    '/books': {
      post: { ...create, requestBody: json(object), responses: { 200: { description: '', ...json(object) } } },
    },
    '/books/{book}': {
      parameters: [{ name: 'book', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: '', ...json(object) }, 404: { description: 'not there' } } },
      put: {
        requestBody: json(object),
        responses: { 200: { description: '', ...json(object) }, default: { description: 'wrong' } },
      },
    },
  });
  const object = { type: 'object', properties: { title: { type: 'string' }, pages: { type: 'integer' } } };
  const at = async (document: object) => {
    const ask = await asking({ openapi: '3.1.0', info: { title: 'books', version: '1' }, ...document });
    return async (method: string, path: string, sent?: object): Promise<unknown> => {
      const { status, body } = await ask(method, path, sent);
      return status === 200 ? body : status;
    };
  };

  test('is the one that the query chooses', async () => {
    const bookId = { parameters: [{ name: 'bookId', in: 'query', schema: { type: 'string' } }] };
    const ask = await at({ paths: paths(bookId) });
    const made = await ask('POST', '/books?bookId=mine', { title: 'Mine' });
    expect(made).toMatchObject({ title: 'Mine' });
    expect(await ask('GET', '/books/mine')).toEqual(made);
  });

  test('is the one that a PUT names, where nothing else makes any and no 404 is documented', async () => {
    const { '/books/{book}': item } = paths({}) as Record<string, object>;
    const list = { get: { responses: { 200: { description: '', ...json({ type: 'array', items: object }) } } } };
    const ask = await at({ paths: { '/books': list, '/books/{book}': item } });
    expect(await ask('PUT', '/books/mine', { title: 'Mine' })).toMatchObject({ title: 'Mine' });
    expect(await ask('GET', '/books/mine')).toMatchObject({ title: 'Mine' });
  });
});

test('A PUT that documents 404 makes nothing where nothing else makes such items either', async () => {
  const answers = (schema: object): object => ({ 200: { description: '', ...json(schema) } });
  const ask = await asking({
    openapi: '3.1.0',
    info: { title: 'shelf', version: '1' },
    paths: {
      '/channels': { get: { responses: answers({ type: 'array', items: Channel }) } },
      '/channels/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: answers(Channel) },
        put: { requestBody: json(Channel), responses: { ...answers(Channel), 404: { description: 'not there' } } },
      },
    },
  });
  const [there] = (await ask('GET', '/channels')).body;
  expect((await ask('PUT', `/channels/${there.code}`, { ...there, label: 'New' })).status).toBe(200);
  expect((await ask('PUT', '/channels/nowhere', { code: 'nowhere', label: 'Web' })).status).toBe(404);
});
