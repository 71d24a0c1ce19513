import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Design = object({ id: text, name: text, html: text }, ['id', 'name']);
const ask = (words: object): ReturnType<typeof asking> =>
  asking(
    api(
      {
        '/designs': {
          get: answer(array(ref('Design'))),
          post: { ...sending(object({ name: text, html: text })), ...answer(ref('Design'), '201') },
        },
        '/designs/{id}': {
          ...path('id'),
          get: answer(ref('Design')),
          post: { ...words, ...sending(object({ name: text })), ...answer(ref('Design'), '201') },
        },
      },
      { Design },
    ),
  );

test.each([
  ['summary', 'Duplicate a design'],
  ['description', 'This endpoint allows you to duplicate one of your designs. Updates are made later.'],
])('a POST on the path of an item whose %s says that it copies makes another one', async (name, words) => {
  const asked = await ask({ [name]: words });
  const { id } = (await asked('POST', '/designs', { name: 'a', html: '<p>' })).body;
  const copy = (await asked('POST', `/designs/${id}`, { name: 'b' })).body;
  expect(copy).toEqual({ id: copy.id, name: 'b', html: '<p>' });
  expect(copy.id).not.toBe(id);
  expect((await asked('GET', `/designs/${id}`)).body).toEqual({ id, name: 'a', html: '<p>' });
  expect((await asked('GET', `/designs/${copy.id}`)).body).toEqual(copy);
});

test('any other POST on the path of an item changes it', async () => {
  const asked = await ask({ summary: 'Update a design' });
  const { id } = (await asked('POST', '/designs', { name: 'a', html: '<p>' })).body;
  expect((await asked('POST', `/designs/${id}`, { name: 'b' })).body).toEqual({ id, name: 'b', html: '<p>' });
});
