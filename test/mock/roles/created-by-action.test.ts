import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const whole = { type: 'integer' };
const many = (items: object): object => ({ type: 'array', items });
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const at = (name: string, schema: object): object => ({ name, in: 'path', required: true, schema });
const answers = (status: number, schema: object): object => ({ [status]: { description: '', ...json(schema) } });
const missing = { 404: { description: 'not there' } };

const collection = (name: string): object => ({
  [`/${name}s`]: { get: { responses: answers(200, many(ref(name))) } },
  [`/${name}s/{id}`]: {
    parameters: [at('id', whole)],
    get: { responses: { ...answers(200, ref(name)), ...missing } },
  },
});

const lines = many(object({ sku: text, count: whole }));
const document = {
  openapi: '3.1.0',
  info: { title: 'shop', version: '1' },
  components: {
    schemas: {
      item: object({ id: whole, sku: text, name: text, price: { type: 'number' } }, ['sku', 'name']),
      tag: object({ id: whole, label: text }, ['id', 'label']),
      member: object({ userId: whole, role: text }, ['userId']),
      user: object({ id: whole, name: text }, ['id', 'name']),
      cart: object({ id: whole, status: text, customer: text, lines }, ['id']),
      order: object({ id: whole, cartId: whole, status: { enum: ['open', 'paid'] }, customer: text, lines }, ['id']),
    },
  },
  paths: {
    ...collection('item'),
    ...collection('tag'),
    ...collection('user'),
    ...collection('order'),
    ...collection('cart'),
    '/carts': {
      post: {
        requestBody: json(object({ status: text, customer: text, lines })),
        responses: answers(201, ref('cart')),
      },
    },
    '/carts/{id}/checkout': {
      parameters: [at('id', whole)],
      post: { requestBody: json(object({ customer: text })), responses: { ...answers(201, ref('order')), ...missing } },
    },
    '/carts/{id}/duplicate': {
      parameters: [at('id', whole)],
      post: { responses: { ...answers(201, ref('cart')), ...missing } },
    },
    '/items/by-sku/{sku}': {
      parameters: [at('sku', text)],
      get: { responses: { ...answers(200, ref('item')), ...missing } },
      put: {
        requestBody: json(object({ name: text, price: { type: 'number' } })),
        responses: { ...answers(200, ref('item')), ...answers(201, ref('item')) },
      },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/items/{id}/tags': {
      parameters: [at('id', whole)],
      get: { responses: { ...answers(200, many(ref('tag'))), ...missing } },
    },
    '/items/{id}/tags/{tagId}': {
      parameters: [at('id', whole), at('tagId', whole)],
      put: { responses: { 204: { description: '' }, ...missing } },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/items/{id}/members': {
      parameters: [at('id', whole)],
      get: { responses: { ...answers(200, many(ref('member'))), ...missing } },
    },
    '/items/{id}/members/{userId}': {
      parameters: [at('id', whole), at('userId', whole)],
      put: { requestBody: json(object({ role: text })), responses: { ...answers(200, ref('member')), ...missing } },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
  },
};

const serve = (): ReturnType<typeof asking> => asking(document);

describe('What an action answers with 201', () => {
  test('is there afterwards, in the collection that has such things, with what its item says under the same names', async () => {
    const ask = await serve();
    const { body: cart } = await ask('POST', '/carts', { status: 'full', customer: 'Ada', lines: [{ sku: 'a' }] });
    const made = await ask('POST', `/carts/${cart.id}/checkout`, {});
    expect(made).toMatchObject({ status: 201, body: { cartId: cart.id, customer: 'Ada', lines: [{ sku: 'a' }] } });
    expect(await ask('GET', `/orders/${made.body.id}`)).toEqual({ status: 200, body: made.body });
    expect((await ask('GET', '/orders')).body).toContainEqual(made.body);
    // What is there from the start keeps its ids.
    const ids = (await ask('GET', '/orders')).body.map(({ id }: { id: number }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await ask('POST', `/carts/${cart.id}/checkout`, { customer: 'Bob' })).body).toMatchObject({
      customer: 'Bob',
    });
    expect((await ask('POST', '/carts/99999/checkout', {})).status).toBe(404);
  });

  test('may be a copy of its item, without what each has of its own', async () => {
    const ask = await serve();
    const { body: cart } = await ask('POST', '/carts', { status: 'full', customer: 'Ada', lines: [] });
    const { body: copy } = await ask('POST', `/carts/${cart.id}/duplicate`);
    expect(copy).toMatchObject({ id: cart.id + 1, customer: 'Ada', lines: [] });
    expect((await ask('GET', `/carts/${copy.id}`)).body).toEqual(copy);
    expect((await ask('GET', `/carts/${cart.id}`)).body).toEqual(cart);
  });
});

test('An item is read, changed and taken away by another property than its id, and made where a PUT may', async () => {
  const ask = await serve();
  const { status, body: item } = await ask('PUT', '/items/by-sku/a-1', { name: 'first' });
  expect({ status, item }).toEqual({
    status: 201,
    item: { id: item.id, sku: 'a-1', name: 'first', price: expect.any(Number) },
  });
  expect((await ask('GET', `/items/${item.id}`)).body).toEqual(item);
  const put = await ask('PUT', '/items/by-sku/a-1', { name: 'second', price: 2 });
  expect(put).toEqual({ status: 200, body: { ...item, name: 'second', price: 2 } });
  expect((await ask('GET', `/items/${item.id}`)).body).toEqual(put.body);
  expect((await ask('DELETE', '/items/by-sku/a-1')).status).toBe(204);
  expect((await ask('GET', `/items/${item.id}`)).status).toBe(404);
  expect((await ask('GET', '/items/by-sku/a-1')).status).toBe(404);
});

test('Links name what is there from the start, and show it', async () => {
  const ask = await serve();
  for (const item of [1, 2]) {
    const { body: tags } = await ask('GET', `/items/${item}/tags`);
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect((await ask('GET', `/tags/${tag.id}`)).body).toEqual(tag);
    const { body: members } = await ask('GET', `/items/${item}/members`);
    for (const { userId } of members) expect((await ask('GET', `/users/${userId}`)).status).toBe(200);
    expect(new Set(members.map((member: { userId: number }) => member.userId)).size).toBe(members.length);
  }
});
