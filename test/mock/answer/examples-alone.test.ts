import { expect, test } from 'vitest';
import { inspectDocument } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';
import { api, number, object, path, sending, text } from '../little.ts';

const showing = (example: unknown): object => ({
  responses: { 200: { description: 'done', content: { 'application/json': { example } } } },
});
const list = { list_id: 437, list_name: 'ListCT3', _count: 0, note: null };
const around = { http_code: 200, response_code: 'SUCCESS' };
const document = api({
  '/lists': {
    get: showing({ ...around, data: { current_page: 1, total: 2, data: [list, { ...list, list_id: 438 }] } }),
    post: { ...sending(object({ list_name: text }, ['list_name'])), ...showing({ ...around, data: list }) },
  },
  '/lists/{list_id}': {
    ...path('list_id', number),
    get: showing({ ...around, data: list }),
    put: { ...sending(object({ list_name: text })), ...showing({ ...around, data: list }) },
    delete: showing({ ...around, data: [] }),
  },
  '/lists/{list_id}/words': { ...path('list_id', number), get: showing(['a', 2, 2.5, null]) },
});
const ask = await asking(document);

test('a document with examples alone is served with what clients write', async () => {
  const { body } = await ask('POST', '/lists', { list_name: 'VIP' });
  expect(body).toMatchObject({ ...around, data: { list_name: 'VIP', _count: 0 } });
  const { list_id } = body.data;
  expect((await ask('POST', '/lists', { list_name: 'B' })).body.data.list_id).not.toBe(list_id);
  const { data } = (await ask('GET', '/lists')).body;
  expect(data.data).toContainEqual(expect.objectContaining({ list_id, list_name: 'VIP' }));
  expect(data.total).toBe(data.data.length);
  expect((await ask('PUT', `/lists/${list_id}`, { list_name: 'Gold' })).body.data).toMatchObject({
    list_id,
    list_name: 'Gold',
  });
  expect((await ask('DELETE', `/lists/${list_id}`)).status).toBe(200);
  expect((await ask('GET', `/lists/${list_id}`)).status).toBe(404);
});

test('an example that does not show a record is answered as it is', async () => {
  const [{ list_id }] = (await ask('GET', '/lists')).body.data.data;
  expect((await ask('GET', `/lists/${list_id}/words`)).body).toEqual(['a', 2, 2.5, null]);
});

test('what is inferred from examples is shown', async () => {
  const { model } = await inspectDocument({ document });
  expect(model.operations.map(({ role }) => role)).toEqual(['list', 'create', 'read', 'replace', 'delete', 'none']);
});

test.each([
  ['an object', { type: 'object' }, { type: 'array', items: { type: 'object', description: 'One of them' } }],
  ['an object without properties', { type: 'object', properties: {} }, { type: 'array', items: { type: 'object' } }],
])('examples also count beside a schema that says %s', async (_, one, several) => {
  const item = { id: 7, name: 'VIP' };
  const told = (schema: object, example: unknown): object => ({
    responses: { 200: { description: 'done', content: { 'application/json': { schema, example } } } },
  });
  const { model } = await inspectDocument({
    document: api({
      '/lists': { get: told(several, [item]), post: { ...sending(object({ name: text })), ...told(one, item) } },
      '/lists/{id}': { ...path('id', number), get: told(one, item) },
    }),
  });
  expect(model.operations.map(({ role }) => role)).toEqual(['list', 'create', 'read']);
});

test('a schema that says more than a type is kept, and an example of another type does not count', async () => {
  const shown = async (schema: object, example: unknown): Promise<unknown> => {
    const served = await asking(
      api({
        '/a': {
          get: { responses: { 200: { description: '', content: { 'application/json': { schema, example } } } } },
        },
      }),
    );
    return (await served('GET', '/a', undefined, { prefer: 'dynamic=true' })).body;
  };
  expect(await shown({ type: 'object' }, { name: 'VIP' })).toEqual({ name: expect.any(String) });
  expect(await shown({ type: 'object', maxProperties: 0 }, { name: 'VIP' })).toEqual({});
  expect(await shown({ type: 'object' }, ['VIP'])).toEqual({});
});
