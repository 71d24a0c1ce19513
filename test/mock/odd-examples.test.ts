import { afterAll, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../src/library/index.ts';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object, members: object = {}, type = 'application/json'): object => ({
  content: { [type]: { schema, ...members } },
});

const document = {
  openapi: '3.0.3',
  info: { title: 'odd examples', version: '1' },
  paths: {
    '/secrets': {
      get: { responses: { 200: { description: '', ...content({ type: 'array', items: ref('Secret') }) } } },
    },
    '/secrets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: '', ...content(ref('Secret')) } } },
    },
    '/count': {
      get: {
        responses: {
          200: { description: '', ...content(ref('Count'), { example: { count: '4' } }, 'application/xml') },
        },
      },
    },
  },
  components: {
    schemas: {
      Secret: {
        required: ['id', 'name'],
        properties: { id: { type: 'string' }, name: { type: 'string' } },
        example: '{"id": "1", "name": "a text"}',
      },
      Count: { type: 'object', properties: { count: { type: 'integer', xml: { attribute: true } } } },
    },
  },
};

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

async function ask(path: string): Promise<Response> {
  const mock = await createMock({ document });
  open.push(mock);
  return mock.fetch(new Request(`http://mock${path}`));
}

test('an example that is the text of an item makes no item without its members', async () => {
  const response = await ask('/secrets');
  for (const item of (await response.json()) as object[])
    expect(item).toEqual({ id: expect.any(String), name: expect.any(String) });
  expect(response.headers.get('standin-violations')).toBeNull();
});

test('an example for XML that says numbers as texts breaks nothing', async () => {
  const response = await ask('/count');
  expect(await response.text()).toContain('count="4"');
  expect(response.headers.get('standin-violations')).toBeNull();
});
