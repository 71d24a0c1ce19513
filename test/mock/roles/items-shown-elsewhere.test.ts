import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Category = object({ id: number, name: text, color: text }, ['id', 'name', 'color']);
const Post = object({ id: number, raw: text }, ['id', 'raw']);
const one = object({ category: ref('Category') }, ['category']);
const ask = await asking(
  api(
    {
      '/categories': {
        get: answer(array(ref('Category'))),
        post: { ...sending(object({ name: text, color: text })), ...answer(one) },
      },
      '/categories/{id}': {
        ...path('id', number),
        put: { ...sending(object({ name: text }, ['name'])), ...answer(one) },
      },
      '/c/{id}/show': { ...path('id', number), get: answer(one) },
      '/posts': {
        get: {
          parameters: [
            {
              name: 'older',
              in: 'query',
              schema: text,
              description: 'Load posts with an id lower than this value. Useful for pagination.',
            },
          ],
          ...answer(array(ref('Post'))),
        },
        post: { ...sending(object({ raw: text })), ...answer(ref('Post'), '201') },
      },
      '/posts/{id}': { ...path('id', number), get: answer(ref('Post')) },
    },
    { Category, Post },
  ),
);

test('a path that shows the item of a collection which no other path reads, reads it', async () => {
  const { category } = (await ask('POST', '/categories', { name: 'Support', color: 'aaaaaa' })).body;
  expect((await ask('GET', `/c/${category.id}/show`)).body).toEqual({ category });
  await ask('PUT', `/categories/${category.id}`, { name: 'Help' });
  expect((await ask('GET', `/c/${category.id}/show`)).body.category.name).toBe('Help');
  expect((await ask('GET', '/c/999999/show')).status).toBe(404);
});

test('a parameter that is described as a bound of ids lets through lower ids only', async () => {
  const { body: post } = await ask('POST', '/posts', { raw: 'text' });
  const { body: older } = await ask('GET', `/posts?older=${post.id}`);
  const { body: all } = await ask('GET', '/posts');
  const ids = (list: readonly { readonly id: number }[]): readonly number[] => list.map(({ id }) => id);
  expect(ids(older)).toEqual(ids(all).filter((id) => id < post.id));
  expect(older.length).toBe(all.length - 1);
});
