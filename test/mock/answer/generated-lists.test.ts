import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const ADVISORY = { $ref: '#/components/schemas/Advisory' };
const LIST = { type: 'array', items: ADVISORY };
const STATE = { type: 'string', enum: ['draft', 'open', 'closed'] };
const answers = (schema: object): object => ({
  200: { description: '', content: { 'application/json': { schema } } },
});
const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });

/** An advisory is one of a repository; of those of an organisation nobody knows a place. */
const documentOf = (list: object): object => ({
  openapi: '3.0.3',
  info: { title: 'advisories', version: '1' },
  components: {
    schemas: {
      Advisory: {
        type: 'object',
        required: ['id', 'state'],
        properties: { id: { type: 'string' }, state: STATE },
      },
    },
  },
  paths: {
    '/repos/{repo}/advisories': { get: { parameters: [inPath('repo')], responses: answers(LIST) } },
    '/repos/{repo}/advisories/{id}': {
      get: { parameters: [inPath('repo'), inPath('id')], responses: answers(ADVISORY) },
    },
    '/orgs/{org}/advisories': {
      get: { parameters: [inPath('org'), { name: 'state', in: 'query', schema: STATE }], responses: answers(list) },
    },
  },
});

const statesOf = async (list: object, query: string, at = ''): Promise<readonly string[]> => {
  const { body } = await (await asking(documentOf(list)))('GET', `/orgs/ours/advisories${query}`);
  return (at === '' ? body : body[at]).map(({ state }: { readonly state: string }) => state);
};

const MANY = { ...LIST, minItems: 6, maxItems: 6 };
const pick = (states: readonly string[], wanted: string): readonly string[] =>
  states.filter((state) => state === wanted);

test('a generated list shows what its filters let through', async () => {
  const large = { ...LIST, maxItems: 40 };
  const seen: string[] = [];
  for (const state of STATE.enum) {
    const shown = await statesOf(large, `?state=${state}`);
    expect(shown).toEqual(pick(shown, state));
    seen.push(...shown);
  }
  expect(seen).not.toEqual([]);
  expect(await statesOf(large, '')).not.toEqual([]);
});

test('a generated list has at least its minItems, and all items where a count stands beside it', async () => {
  expect(await statesOf(MANY, '?state=draft')).toHaveLength(6);
  const counted = {
    type: 'object',
    required: ['total', 'items'],
    properties: { total: { type: 'integer', minimum: 6, maximum: 6 }, items: { ...LIST, maxItems: 6 } },
  };
  expect(pick(await statesOf(counted, '?state=draft', 'items'), 'open')).not.toEqual([]);
});

test('a generated list has the number of its items as its total, unless the document fixes another', async () => {
  const list = (total: object): object => ({
    type: 'object',
    required: ['advisories', 'meta'],
    properties: { advisories: LIST, meta: { type: 'object', required: ['total'], properties: { total } } },
  });
  const shown = async (total: object): Promise<[items: number, total: number]> => {
    const { body } = await (await asking(documentOf(list(total))))('GET', '/orgs/ours/advisories');
    return [body.advisories.length, body.meta.total];
  };
  const [items, total] = await shown({ type: 'integer', minimum: 0 });
  expect(total).toBe(items);
  expect((await shown({ type: 'integer', const: 4_711 }))[1]).toBe(4_711);
});
