import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, text } from '../little.ts';

const Address = object({ street: text, postCode: text, town: text }, ['street', 'postCode', 'town']);
const required = (name: string): { readonly parameters: readonly object[] } => ({
  parameters: query(name).parameters.map((each) => ({ ...each, required: true })),
});
const list = { ...required('postCode'), ...answer(object({ addresses: array(ref('Address')) })) };

test('a search that must name a value finds records with it, where records are only searched', async () => {
  const ask = await asking(api({ '/addresses': { get: list } }, { Address }));
  const { body } = await ask('GET', '/addresses?postCode=N1');
  expect(body.addresses.length).toBeGreaterThan(0);
  expect(body.addresses.every((each: { postCode: string }) => each.postCode === 'N1')).toBe(true);
  expect((await ask('GET', '/addresses?postCode=N1')).body).toEqual(body);
  expect((await ask('GET', '/addresses?postCode=W2')).body).not.toEqual(body);
});

test.each([
  ['the value may be left out', { '/addresses': { get: { ...list, ...query('postCode') } } }],
  [
    'records have a path of their own',
    {
      '/addresses': { get: list },
      '/addresses/{street}': { ...path('street'), get: answer(ref('Address')) },
    },
  ],
])('a search finds nothing with a value that no record has where %s', async (_, paths) => {
  const ask = await asking(api(paths, { Address }));
  expect((await ask('GET', '/addresses?postCode=N1')).body.addresses).toEqual([]);
});
