import { afterAll, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const Person = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    email: { type: 'string', format: 'email' },
    friends: { type: 'array', items: ref('Friend') },
  },
};

/** Whoever fits the second alternative fits the first one too. */
const document = {
  openapi: '3.0.3',
  info: { title: 'people', version: '1' },
  paths: {
    '/people': { get: { responses: { 200: { description: '', ...json({ type: 'array', items: ref('Person') }) } } } },
    '/people/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: '', ...json({ oneOf: [ref('Person'), ref('Counted')] }) } } },
    },
  },
  components: {
    schemas: {
      Person,
      Friend: { type: 'object', properties: { nick: { type: 'string' }, since: { type: 'string', format: 'date' } } },
      Counted: { allOf: [ref('Person'), { type: 'object', properties: { count: { type: 'integer' } } }] },
    },
  },
};

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

test('alternatives of which one takes in all of another leave items as rich as those of the one', async () => {
  const mock = await createMock({ document });
  open.push(mock);
  const items = (await (await mock.fetch(new Request('http://mock/people'))).json()) as object[];
  expect(items.length).toBeGreaterThan(0);
  for (const item of items)
    expect(item).toMatchObject({
      id: expect.any(Number),
      email: expect.stringContaining('@'),
      friends: expect.any(Array),
    });
  const { id } = items[0] as { id: number };
  const one = (await (await mock.fetch(new Request(`http://mock/people/${id}`))).json()) as object;
  expect(one).toEqual(items[0]);
});
