import createClient from 'openapi-fetch';
import { describe, expect, test } from 'vitest';
import { serve } from './serve.mjs';

const json = (schema) => ({ content: { 'application/json': { schema } } });
const ok = (schema) => ({ 200: { description: 'Fine.', ...json(schema) } });
const text = { type: 'string' };

/** What published documents have beside the list, by name. */
const BESIDE = {
  took: { type: 'integer' },
  query: text,
  timestamp: { type: 'string', format: 'date-time' },
  version: { type: 'integer' },
  statusCode: { type: 'integer' },
  first_id: text,
  last_id: text,
  generated_at: { type: 'string', format: 'date-time' },
  currency: text,
  title: text,
  description: text,
  server_time: { type: 'integer' },
  resultType: text,
  '@odata.context': text,
  facets: { type: 'object' },
  aggregations: { type: 'object' },
  filters: { type: 'object' },
  summary: { type: 'object', properties: { count: { type: 'integer' } } },
};

/** What the mock knows as paging or as a frame. */
const FRAME = { total: { type: 'integer' }, message: text, requestId: text };

/** A collection of three operations, whose list has `beside` next to the items. */
function collection(path, items, beside, key = 'id') {
  const record = { type: 'object', properties: { [key]: text, name: text, user_id: text } };
  const body = { type: 'object', required: ['name'], properties: { name: text, userId: text } };
  const envelope = { type: 'object', properties: { [items]: { type: 'array', items: record }, ...beside } };
  return {
    [path]: {
      get: { operationId: `list${path}`, responses: ok(envelope) },
      post: { operationId: `create${path}`, requestBody: { required: true, ...json(body) }, responses: ok(record) },
    },
    [`${path}/{${key}}`]: {
      get: {
        operationId: `get${path}`,
        parameters: [{ name: key, in: 'path', required: true, schema: text }],
        responses: ok(record),
      },
    },
  };
}

const pathOf = (name) => `/${name.replace(/\W/g, '').toLowerCase()}-files`;
const service = serve({
  openapi: '3.0.3',
  info: { title: 'Lists', version: '1' },
  paths: Object.assign(
    collection('/strategies', 'strategies', { version: { type: 'integer' } }, 'name'),
    ...Object.entries({ ...BESIDE, ...FRAME }).map(([name, schema]) =>
      collection(pathOf(name), 'data', { [name]: schema }),
    ),
  ),
});
const client = () => createClient({ baseUrl: service.url });

describe('A list in an envelope', () => {
  const showsWhatWasCreated = async (name) => {
    const path = pathOf(name);
    const { data: made } = await client().POST(path, { body: { name: 'Mine' } });
    const { data: list } = await client().GET(path);
    expect(list.data.map(({ id }) => id)).toContain(made.id);
    expect((await client().GET(`${path}/{id}`, { params: { path: { id: made.id } } })).data.name).toBe('Mine');
  };

  test.each(Object.keys(FRAME))('shows what was created, with `%s` beside it', showsWhatWasCreated);

  test.each(Object.keys(BESIDE))('shows what was created, also with `%s` beside it', showsWhatWasCreated);

  test('shows what was created, also of records that have no id but a name', async () => {
    await client().POST('/strategies', { body: { name: 'gradual' } });
    const { data } = await client().GET('/strategies');
    expect(data.strategies.map(({ name }) => name)).toContain('gradual');
  });

  test('shows `user_id` where `userId` was sent', async () => {
    const { data } = await client().POST('/strategies', { body: { name: 'gradual', userId: 'u17' } });
    expect(data.user_id).toBe('u17');
  });
});
