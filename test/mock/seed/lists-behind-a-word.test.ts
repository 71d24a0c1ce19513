import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { api, object, path, sending, text } from '../little.ts';

const bare = (status = '200') => ({ responses: { [status]: { description: 'done' } } });
const product = sending(object({ title: text, categoryId: text }, ['title', 'categoryId']));

test('products of a category are listed behind its word, where the document has the requests alone', async () => {
  const ask = await asking(
    api({
      '/products': { get: bare(), post: { ...bare('201'), ...product } },
      '/products/{id}': { ...path('id'), get: bare() },
      '/products/category/{categoryId}': { ...path('categoryId'), get: bare() },
    }),
  );
  const { id } = (await ask('POST', '/products', { title: 'Juice', categoryId: 'drinks' })).body;
  await ask('POST', '/products', { title: 'Bread', categoryId: 'food' });
  const found = (await ask('GET', '/products/category/drinks')).body;
  expect(found.map((each: { id: string }) => each.id)).toEqual([id]);
});
