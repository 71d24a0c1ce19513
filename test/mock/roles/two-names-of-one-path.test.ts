import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const client = {
  type: 'object',
  properties: { id: { type: 'integer' }, label: { type: 'string' }, email: { type: 'string' } },
};
const one = { 200: { description: 'ok', content: { 'application/json': { schema: client } } } };
const path = (name: string, type: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: { type } }],
  get: { responses: one },
});

test('an item is read by its id and by its other name, where two paths take the same requests', async () => {
  const mock = await createMock({
    document: {
      openapi: '3.0.3',
      info: { title: 'Clients', version: '1' },
      paths: {
        '/clients': {
          get: {
            responses: {
              200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: client } } } },
            },
          },
          post: { requestBody: { content: { 'application/json': { schema: client } } }, responses: one },
        },
        '/clients/{label}': path('label', 'string'),
        '/clients/{id}': { ...path('id', 'integer'), delete: { responses: { 200: { description: 'gone' } } } },
      },
    },
  });
  const ask = async (method: string, at: string, body?: object): Promise<{ status: number; text: string }> => {
    const init =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await mock.fetch(new Request(`http://localhost${at}`, { method, ...init }));
    return { status: response.status, text: await response.text() };
  };
  const made = JSON.parse((await ask('POST', '/clients', { label: 'Bob' })).text) as { id: number };
  expect(JSON.parse((await ask('GET', '/clients/Bob')).text)).toEqual(made);
  expect(JSON.parse((await ask('GET', `/clients/${made.id}`)).text)).toEqual(made);
  expect((await ask('DELETE', `/clients/${made.id}`)).status).toBe(200);
  expect((await ask('GET', '/clients/Bob')).status).toBe(404);
  await mock.close();
});
