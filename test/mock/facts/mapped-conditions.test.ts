import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const labels = { type: 'object', additionalProperties: text };
const Box = object({ Id: text, Name: text, Size: number, Labels: labels, Spec: object({ Kind: text }) }, ['Name']);
const byPayload = {
  parameters: [{ name: 'payload', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } }],
};
const document = api(
  {
    '/boxes': {
      get: { ...query('filters'), ...answer(array(ref('Box'))) },
      post: { ...sending(ref('Box')), ...answer(ref('Box'), '201') },
    },
    '/boxes/{Id}': { ...path('Id'), get: answer(ref('Box')) },
    '/crates': {
      get: { ...byPayload, ...answer(array(ref('Box'))) },
      post: { ...sending(ref('Box')), ...answer(ref('Box'), '201') },
    },
    '/crates/{Id}': { ...path('Id'), get: answer(ref('Box')) },
  },
  { Box },
);
const ask = await asking(document);
for (const [Name, Size, Labels, Kind] of [
  ['mapped-a', 1, { team: 'red' }, 'x1'],
  ['mapped-b', 2, { team: 'blue' }, 'x2'],
  ['mapped-c', 3, { other: '' }, 'x2'],
] as const)
  for (const path of ['/boxes', '/crates']) await ask('POST', path, { Name, Size, Labels, Spec: { Kind } });

const found = async (path: string, conditions: object): Promise<readonly string[]> => {
  const { body } = await ask('GET', `${path}=${encodeURIComponent(JSON.stringify(conditions))}`);
  const names: readonly string[] = body.map(({ Name }: { readonly Name: string }) => Name);
  return names.filter((name) => name.startsWith('mapped-'));
};

test.each([
  [{ name: ['mapped-a', 'mapped-b'] }, ['mapped-a', 'mapped-b']],
  [{ label: ['team=blue'] }, ['mapped-b']],
  [{ label: ['team'] }, ['mapped-a', 'mapped-b']],
  [{ label: ['team=blue'], name: ['mapped-a'] }, []],
  [{ kind: ['x2'] }, ['mapped-b', 'mapped-c']],
  [{ nothing: ['x'], name: ['mapped-a'] }, ['mapped-a']],
])('a filter that is a JSON object of names and values: %j', async (conditions, names) => {
  expect(await found('/boxes?filters', conditions)).toEqual(names);
});

test.each([
  [{ filter_conditions: { Name: { $in: ['mapped-a', 'mapped-c'] } }, limit: 9 }, ['mapped-a', 'mapped-c']],
  [{ filter_conditions: { $or: [{ Name: 'mapped-a' }, { Name: { $eq: 'mapped-b' } }] } }, ['mapped-a', 'mapped-b']],
  [{ filter_conditions: { $and: [{ Size: { $gte: 2 } }, { Size: { $lt: 3 } }] } }, ['mapped-b']],
])('a search that is a parameter with JSON: %j', async (conditions, names) => {
  expect(await found('/crates?payload', conditions)).toEqual(names);
});
