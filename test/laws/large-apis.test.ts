import { describe, expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { checked } from './self-checked.ts';

const TEXT = { type: 'string' };
const COUNT = { type: 'integer' };
const json = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const form = (properties: object): object => ({
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties } } },
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string): object => ({ type: 'array', items: ref(name) });
const parameters = (...names: readonly string[]): readonly object[] =>
  names.map((name) => ({ name, in: 'path', required: true, schema: TEXT }));
const NONE = { description: 'There is none.' };

function openapi(paths: object, schemas: object): object {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } };
}

/** What one tag tells from the others, as large APIs write it. */
const tagged = (tag: string, properties: object): object => ({
  type: 'object',
  required: ['id', 'object'],
  properties: { id: TEXT, object: { enum: [tag] }, ...properties },
});

/** As small as what each of them broke in documents of hundreds of operations. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  'a customer, or what is left of one': openapi(
    {
      '/customers': {
        get: { responses: { 200: json(list('Customer')) } },
        post: {
          requestBody: form({ email: TEXT, shipping: { enum: [''] } }),
          responses: { 200: json(ref('Customer')) },
        },
      },
      '/customers/{id}': {
        parameters: parameters('id'),
        get: { responses: { 200: json({ anyOf: [ref('Customer'), ref('Gone')] }) } },
        post: {
          requestBody: form({ email: TEXT, settings: ref('Settings'), shipping: { enum: [''] } }),
          responses: { 200: json(ref('Customer')) },
        },
        delete: { responses: { 200: json(ref('Gone')) } },
      },
    },
    {
      Customer: tagged('customer', { email: TEXT, settings: ref('Settings'), shipping: ref('Shipping') }),
      Gone: tagged('customer', { deleted: { enum: [true] } }),
      Settings: { type: 'object', properties: { footer: TEXT, method: TEXT } },
      Shipping: { type: 'object', properties: { name: TEXT } },
    },
  ),
  'actions that answer with another thing': openapi(
    {
      '/charges': {
        get: { responses: { 200: json(list('Charge')) } },
        post: { requestBody: json(ref('NewCharge')), responses: { 200: json(ref('Charge')) } },
      },
      '/charges/{id}': { parameters: parameters('id'), get: { responses: { 200: json(ref('Charge')) } } },
      '/charges/{id}/dispute': { parameters: parameters('id'), post: { responses: { 200: json(ref('Dispute')) } } },
    },
    {
      NewCharge: { type: 'object', required: ['amount'], properties: { amount: COUNT } },
      Charge: tagged('charge', { amount: COUNT, created: COUNT, status: { enum: ['paid', 'open'] } }),
      Dispute: tagged('dispute', { amount: COUNT, created: COUNT, status: { enum: ['won', 'lost'] } }),
    },
  ),
  'a part of a body beside what else is said of the thing': openapi(
    {
      '/accounts': {
        get: { responses: { 200: json(list('Account')) } },
        post: {
          requestBody: json({
            type: 'object',
            required: ['account'],
            properties: { account: ref('Numbers'), metadata: { type: 'object', additionalProperties: TEXT } },
          }),
          responses: { 200: json(ref('Account')) },
        },
      },
      '/accounts/{id}': { parameters: parameters('id'), get: { responses: { 200: json(ref('Account')) } } },
    },
    {
      Numbers: { type: 'object', required: ['number'], properties: { number: TEXT, country: TEXT } },
      Account: tagged('account', {
        number: TEXT,
        country: TEXT,
        metadata: { type: ['object', 'null'], additionalProperties: TEXT },
      }),
    },
  ),
  'items that two places name, made by a collection': openapi(
    {
      '/spaces/{space}/members': {
        parameters: parameters('space'),
        get: { responses: { 200: json(list('Member')) } },
        post: { requestBody: json(ref('NewMember')), responses: { 201: json(ref('Member')) } },
      },
      '/spaces/{space}/members/{kind}/{id}': {
        parameters: parameters('space', 'kind', 'id'),
        delete: { responses: { 204: NONE } },
      },
    },
    {
      NewMember: { type: 'object', required: ['kind', 'role'], properties: { kind: TEXT, role: TEXT } },
      Member: { type: 'object', required: ['id', 'kind'], properties: { id: COUNT, kind: TEXT, role: TEXT } },
    },
  ),
  'a list over all places, each of which has the same names': openapi(
    {
      '/spaces': {
        get: { responses: { 200: json(list('Space')) } },
        post: { requestBody: json(ref('Space')), responses: { 201: json(ref('Space')) } },
      },
      '/spaces/{space}': { parameters: parameters('space'), get: { responses: { 200: json(ref('Space')) } } },
      '/secrets': {
        get: {
          parameters: [
            { name: 'limit', in: 'query', schema: { ...COUNT, minimum: 1, maximum: 6 } },
            { name: 'cursor', in: 'query', schema: TEXT },
          ],
          responses: {
            200: json({
              type: 'object',
              required: ['items'],
              properties: { items: list('Secret'), next_cursor: TEXT },
            }),
          },
        },
      },
      '/spaces/{space}/secrets': {
        parameters: parameters('space'),
        get: { responses: { 200: json(list('Secret')) } },
        post: { requestBody: json(ref('Secret')), responses: { 201: json(ref('Secret')) } },
      },
      '/spaces/{space}/secrets/{name}': {
        parameters: parameters('space', 'name'),
        get: { responses: { 200: json(ref('Secret')), 404: NONE } },
      },
    },
    {
      Space: { type: 'object', required: ['name'], properties: { name: TEXT } },
      Secret: { type: 'object', required: ['name', 'space'], properties: { name: TEXT, space: TEXT, note: TEXT } },
    },
  ),
  'an item that can only be listed and decided on': openapi(
    {
      '/requests': { get: { responses: { 200: json(list('Request')) } } },
      '/requests/{id}': {
        parameters: parameters('id'),
        post: {
          requestBody: json({ type: 'object', required: ['action'], properties: { action: { enum: ['yes', 'no'] } } }),
          responses: { 204: NONE, 404: NONE },
        },
      },
    },
    { Request: { type: 'object', required: ['id', 'reason'], properties: { id: COUNT, reason: TEXT } } },
  ),
  'a place that a PUT fills, and fills again': openapi(
    {
      '/secrets': { get: { responses: { 200: json(list('Secret')) } } },
      '/secrets/{name}': {
        parameters: parameters('name'),
        get: { responses: { 200: json(ref('Secret')), 404: NONE } },
        put: {
          requestBody: json({ type: 'object', required: ['value'], properties: { value: TEXT } }),
          responses: { 201: json({ type: 'object' }), 204: NONE },
        },
        delete: { responses: { 204: NONE } },
      },
    },
    { Secret: { type: 'object', required: ['name'], properties: { name: TEXT, hint: TEXT } } },
  ),
};

describe('a mock passes the check of its own document', () => {
  test.each(Object.entries(DOCUMENTS))('%s', async (_, document) => {
    const { errors, passed } = await checked(document);
    expect(errors).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});

/** The statuses of requests to a mock, each `METHOD /path`, with the body behind it. */
async function statuses(
  document: object,
  ...requests: readonly (readonly [line: string, body?: object])[]
): Promise<readonly number[]> {
  const mock = await createMock({ document });
  const found: number[] = [];
  for (const [line, body] of requests) {
    const [method = '', path = ''] = line.split(' ');
    const sent =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    found.push((await mock.fetch(new Request(`http://mock${path}`, { method, ...sent }))).status);
  }
  await mock.close();
  return found;
}

describe('A mock', () => {
  const document = (name: string): object => DOCUMENTS[name] ?? {};

  test('answers a PUT with 201 where it creates, and with the other success where it replaces', async () => {
    const put = ['PUT /secrets/one', { value: 'x' }] as const;
    expect(await statuses(document('a place that a PUT fills, and fills again'), put, put)).toEqual([201, 204]);
  });

  test('refuses what is done to an item that is not there, also where nothing reads it', async () => {
    const requests = document('an item that can only be listed and decided on');
    const mock = await createMock({ document: requests });
    const [first] = (await (await mock.fetch(new Request('http://mock/requests'))).json()) as { id: number }[];
    await mock.close();
    const yes = { action: 'yes' };
    expect(await statuses(requests, [`POST /requests/${first?.id}`, yes], ['POST /requests/987654', yes])).toEqual([
      204, 404,
    ]);
  });

  test('takes no empty text for an id', async () => {
    const named = openapi(
      {
        '/skus': { post: { requestBody: json(ref('Sku')), responses: { 201: json(ref('Sku')) } } },
        '/skus/{id}': { parameters: parameters('id'), get: { responses: { 200: json(ref('Sku')) } } },
      },
      { Sku: { type: 'object', required: ['id', 'price'], properties: { id: TEXT, price: COUNT } } },
    );
    const mock = await createMock({ document: named });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":"","price":3}' };
    expect(await (await mock.fetch(new Request('http://mock/skus', init))).json()).toEqual({
      id: expect.stringMatching(/./),
      price: 3,
    });
    await mock.close();
  });
});
