import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

/** A list whose answer says in `name` where the next page begins, and which takes that place in the parameter `asked`. */
const document = (name: string, asked: { name: string; type: string } | undefined): object => ({
  openapi: '3.1.0',
  info: { title: 'Points', version: '1' },
  paths: {
    '/points': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          ...(asked === undefined ? [] : [{ name: asked.name, in: 'query', schema: { type: asked.type } }]),
        ],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: {
                  required: ['points', name],
                  properties: {
                    points: { type: 'array', items: { $ref: '#/components/schemas/Point' } },
                    [name]: { type: ['string', 'integer', 'null'] },
                  },
                },
              },
            },
          },
        },
      },
    },
    '/points/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Point' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Point: { required: ['id'], properties: { id: { type: 'string' } } } } },
});

test.each([
  ['next_page_offset', { name: 'offset', type: 'integer' }],
  ['nextStart', { name: 'start', type: 'integer' }],
  ['next_page_token', { name: 'pageToken', type: 'string' }],
  ['nextRecordsKey', { name: 'cursor', type: 'string' }],
])('%s says where the next page begins, until there is none', async (name, asked) => {
  const ask = await asking(document(name, asked));
  const all: string[] = (await ask('GET', '/points?limit=100')).body.points.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  let place: string | number | null = '';
  for (let pages = 0; pages < 20 && place !== null; pages += 1) {
    const query = place === '' ? '' : `&${asked.name}=${place}`;
    const { body } = await ask('GET', `/points?limit=3${query}`);
    seen.push(...body.points.map(({ id }: { id: string }) => id));
    place = body[name];
  }
  expect(place).toBe(null);
  expect(seen).toEqual(all);
});

test('a list without another page says so, although it cannot be asked for one', async () => {
  const ask = await asking(document('next_page_offset', undefined));
  expect((await ask('GET', '/points?limit=100')).body['next_page_offset']).toBe(null);
});
