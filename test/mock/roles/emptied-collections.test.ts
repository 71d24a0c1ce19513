import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const answer = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const Crate = {
  type: 'object',
  required: ['id', 'colour'],
  properties: { id: { type: 'integer', readOnly: true }, colour: { type: 'string', enum: ['red', 'blue'] } },
};
const colour = { name: 'colour', in: 'query', schema: { type: 'string', enum: ['red', 'blue'] } };
const reason = { name: 'approval', in: 'query', required: true, schema: { type: 'string' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'crates', version: '1' },
  paths: {
    '/crates': {
      get: { responses: { 200: answer({ type: 'array', items: Crate }) } },
      post: { requestBody: { content: { 'application/json': { schema: Crate } } }, responses: { 201: answer(Crate) } },
      delete: { parameters: [colour], responses: { 204: { description: '' } } },
    },
    '/crates/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: answer(Crate), 404: { description: '' } } },
    },
    '/barrels': {
      get: { responses: { 200: answer({ type: 'array', items: Crate }) } },
      delete: { parameters: [reason], responses: { 204: { description: '' } } },
    },
    '/barrels/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: answer(Crate), 404: { description: '' } } },
    },
  },
};

const mock: StandinMock = await createMock({ document });
beforeEach(() => mock.reset());
afterAll(() => mock.close());

const send = (method: string, path: string): Promise<Response> =>
  mock.fetch(new Request(`http://mock${path}`, { method }));
const crates = async (): Promise<readonly { readonly id: number; readonly colour: string }[]> =>
  (await (await send('GET', '/crates')).json()) as readonly { readonly id: number; readonly colour: string }[];
const colours = async (): Promise<readonly string[]> => (await crates()).map(({ colour: each }) => each);

describe('DELETE on a collection', () => {
  test('takes away all that it lists', async () => {
    const [first] = await crates();
    expect((await send('DELETE', '/crates')).status).toBe(204);
    expect(await colours()).toEqual([]);
    expect((await send('GET', `/crates/${first?.id}`)).status).toBe(404);
  });

  test('takes away what its filter lets through', async () => {
    const before = await colours();
    expect(new Set(before)).toEqual(new Set(['red', 'blue']));
    await send('DELETE', '/crates?colour=red');
    expect(await colours()).toEqual(before.filter((each) => each === 'blue'));
  });

  test('leaves all where a parameter says in another way which are meant', async () => {
    const before = await (await send('GET', '/barrels')).json();
    await send('DELETE', '/barrels?approval=x');
    expect(await (await send('GET', '/barrels')).json()).toEqual(before);
  });
});
