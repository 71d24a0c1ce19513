import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, text } from '../little.ts';

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
