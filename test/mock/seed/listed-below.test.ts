import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Medium = object({ id: text, caption: text }, ['id', 'caption']);
const MEDIA = api(
  {
    '/media/popular': { get: answer(array(ref('Medium'))) },
    '/media/{mediaId}': { ...path('mediaId'), get: answer(ref('Medium')) },
  },
  { Medium },
);

test('a list below the path of a collection that nothing lists or creates shows records, which are read at their path', async () => {
  const ask = await asking(MEDIA);
  const { body } = await ask('GET', '/media/popular');
  expect(body.length).toBeGreaterThan(2);
  expect((await ask('GET', `/media/${body[1].id}`)).body).toEqual(body[1]);
  expect((await ask('GET', '/media/any')).body).toMatchObject({ id: 'any' });
});

test('below an item whose id no answer shows there are records, also where clients create such items', async () => {
  const Shelf = object({ label: text }, ['label']);
  const Book = object({ id: text, title: text }, ['id', 'title']);
  const ask = await asking(
    api(
      {
        '/shelves': {
          get: answer(array(ref('Shelf'))),
          post: { ...sending(ref('Shelf')), ...answer(ref('Shelf'), '201') },
        },
        '/shelves/{slug}': {
          ...path('slug'),
          get: answer(ref('Shelf')),
          put: { ...sending(ref('Shelf')), ...answer(ref('Shelf')) },
        },
        '/shelves/{slug}/books': {
          ...path('slug'),
          get: answer(array(ref('Book'))),
          post: { ...sending(ref('Book')), ...answer(ref('Book'), '201') },
        },
      },
      { Shelf, Book },
    ),
  );
  expect((await ask('GET', '/shelves/old/books')).body.length).toBeGreaterThan(1);
  expect((await ask('PUT', '/shelves/mine', { label: 'Mine' })).status).toBeLessThan(300);
  expect((await ask('GET', '/shelves/mine/books')).body).toEqual([]);
});
