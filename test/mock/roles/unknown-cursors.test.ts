import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const document = (cursor: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/files': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'cursor', in: 'query', schema: { type: 'string' }, ...cursor },
        ],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: {
                  required: ['data', 'first_id', 'last_id', 'has_more'],
                  properties: {
                    data: { type: 'array', items: { $ref: '#/components/schemas/File' } },
                    first_id: { type: ['string', 'null'] },
                    last_id: { type: ['string', 'null'] },
                    has_more: { type: 'boolean' },
                    next_cursor: { type: ['string', 'null'] },
                  },
                },
              },
            },
          },
          ...more,
        },
      },
    },
    '/files/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/File' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { File: { required: ['id', 'name'], properties: { id: { type: 'string' }, name: { type: 'string' } } } },
  },
});

test('a cursor that was not given out leads to an empty page where the document has no refusal', async () => {
  const ask = await asking(document({}));
  const { status, body } = await ask('GET', '/files?limit=2&cursor=nowhere');
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: [], has_more: false });
});

test('it is refused where the document has a refusal', async () => {
  const ask = await asking(document({}, { 400: { description: 'no' } }));
  expect((await ask('GET', '/files?limit=2&cursor=nowhere')).status).toBe(400);
});

test('the cursor that the document shows as its example leads to the first page', async () => {
  const ask = await asking(document({ example: 'c3VwcmVt' }));
  const first = await ask('GET', '/files?limit=2');
  const shown = await ask('GET', '/files?limit=2&cursor=c3VwcmVt');
  expect(shown.body.data).toEqual(first.body.data);
});

test('a page names the ids of its ends, and its cursor leads on until every file was shown once', async () => {
  const ask = await asking(document({}));
  const seen: string[] = [];
  let query = '';
  for (let pages = 0; pages < 20; pages += 1) {
    const { body } = await ask('GET', `/files?limit=3${query}`);
    const ids: string[] = body.data.map(({ id }: { id: string }) => id);
    expect([body.first_id, body.last_id]).toEqual([ids[0], ids.at(-1)]);
    seen.push(...ids);
    if (!body.has_more) break;
    query = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(3);
});
