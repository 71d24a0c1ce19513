import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, sending, text } from '../little.ts';

test('an answer that lists ids names what was made', async () => {
  const note = object({ id: text, title: text }, ['id']);
  const one = object({ title: text }, ['title']);
  const answered = (schema: object) => answer(schema, '201');
  const ask = await asking(
    api({
      '/notes': { get: answer(array(note)), post: { ...sending(array(one)), ...answered(array(text)) } },
      '/notes/{noteId}': { ...path('noteId'), get: answer(note) },
      '/pads': {
        get: answer(array(note)),
        post: {
          ...sending(array(one)),
          ...answered(object({ padIds: array(text), ok: { type: 'boolean' } }, ['padIds'])),
        },
      },
      '/pads/{padId}': { ...path('padId'), get: answer(note) },
    }),
  );
  const notes = (await ask('POST', '/notes', [{ title: 'a' }, { title: 'b' }])).body;
  expect(notes).toHaveLength(2);
  expect((await ask('GET', `/notes/${notes[1]}`)).body).toEqual({ id: notes[1], title: 'b' });
  const { padIds } = (await ask('POST', '/pads', [{ title: 'c' }])).body;
  expect((await ask('GET', `/pads/${padIds[0]}`)).body).toMatchObject({ title: 'c' });
});
