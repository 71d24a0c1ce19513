import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const ids = array(text);
const made = (name: string) => ({ ...sending(object({ title: text }, ['title'])), ...answer(ref(name), '201') });
const ask = await asking(
  api(
    {
      '/songs': { get: answer(array(ref('Song'))), post: made('Song') },
      '/songs/{songId}': { ...path('songId'), get: answer(ref('Song')) },
      '/lists': { get: answer(array(ref('List'))), post: made('List') },
      '/lists/{listId}': { ...path('listId'), get: answer(ref('List')) },
      '/lists/{listId}/songs': {
        ...path('listId'),
        get: answer(array(ref('Song'))),
        post: { ...sending(ids), ...answer(array(ref('Song'))) },
        put: { ...sending(object({ song_ids: ids }, ['song_ids'])), ...answer({ type: 'object' }) },
      },
    },
    {
      Song: object({ id: text, title: text }, ['id', 'title']),
      List: object({ id: text, title: text }, ['id', 'title']),
    },
  ),
);

const titles = async (list: string): Promise<readonly string[]> =>
  (await ask('GET', `/lists/${list}/songs`)).body.map(({ title }: { readonly title: string }) => title).toSorted();

test('a list of ids puts the records of that name into a list that shows them', async () => {
  const list = (await ask('POST', '/lists', { title: 'mine' })).body.id;
  const [a, b] = [
    (await ask('POST', '/songs', { title: 'a' })).body,
    (await ask('POST', '/songs', { title: 'b' })).body,
  ];
  expect((await ask('POST', `/lists/${list}/songs`, [a.id])).body).toEqual([a]);
  expect(await titles(list)).toContain('a');
  await ask('PUT', `/lists/${list}/songs`, { song_ids: [b.id] });
  expect(await titles(list)).toEqual(['b']);
});
