import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const only = (status: string): object => ({ [status]: { description: 'so it is' } });
const Basket = object({ capacity: number, address: text, open: { type: 'boolean' } });
const pages = ['limit', 'skip', 'q'].map((name) => ({ name, in: 'query', schema: name === 'q' ? text : number }));
const ask = await asking(
  api(
    {
      '/baskets': {
        get: {
          parameters: pages,
          ...answer(object({ names: array(text), count: number, has_more: { type: 'boolean' } })),
        },
      },
      '/baskets/{name}': {
        ...path('name'),
        get: answer(ref('Basket'), '200', only('404')),
        post: { ...sending(ref('Basket')), ...answer(object({ token: text }, ['token']), '201', only('409')) },
        delete: { responses: { ...only('204'), ...only('404') } },
      },
      '/topics': {
        get: answer(object({ tags: array(text), title: text })),
        post: { ...sending(object({ name: text })), ...answer(object({ id: text, name: text }), '201') },
      },
      '/topics/{id}': { ...path('id'), get: answer(object({ id: text, name: text })) },
    },
    { Basket },
  ),
);
const listed = async (query = ''): Promise<{ names: string[]; count: number; has_more: boolean }> =>
  (await ask('GET', `/baskets${query}`)).body;

test('a list of names shows the items that the names lead to', async () => {
  await ask('POST', '/baskets/mine', { capacity: 7 });
  const { names } = await listed();
  expect(names).toContain('mine');
  for (const name of names) expect((await ask('GET', `/baskets/${name}`)).status).toBe(200);
  await ask('DELETE', '/baskets/mine');
  expect((await listed()).names).not.toContain('mine');
});

test('it has pages, their facts, and a search in the names', async () => {
  await ask('POST', '/baskets/pages-1', {});
  await ask('POST', '/baskets/pages-2', {});
  expect(await listed('?q=pages')).toEqual({ names: ['pages-1', 'pages-2'], count: 2, has_more: false });
  expect(await listed('?q=pages&limit=1&skip=1')).toMatchObject({ names: ['pages-2'], has_more: false });
  expect(await listed('?q=pages&limit=1')).toMatchObject({ names: ['pages-1'], has_more: true });
});

test('texts of another kind are not the ids of items', async () => {
  const { id } = (await ask('POST', '/topics', { name: 'a' })).body;
  expect((await ask('GET', '/topics')).body.tags ?? []).not.toContain(id);
});
