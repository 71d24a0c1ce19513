import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const refusals = (of: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(of).map(([status, description]) => [status, { description }]));
const none = { 404: 'Not found.' };
const deleted = { ...none, 410: 'The note was deleted.' };
const document = (gone: Readonly<Record<string, string>>): object =>
  api(
    {
      '/notes': {
        get: answer(array(ref('Note'))),
        post: { ...sending(object({ word: text })), ...answer(ref('Note'), '201') },
      },
      '/notes/{noteId}': {
        ...path('noteId', number),
        get: answer(ref('Note'), '200', refusals(gone)),
        delete: { responses: { 204: { description: 'done' }, ...refusals(gone) } },
      },
      '/notes/{noteId}/restore': {
        ...path('noteId', number),
        post: {
          summary: 'Brings a deleted note back',
          ...answer(ref('Note'), '200', refusals({ ...none, 409: 'The note is not deleted.' })),
        },
      },
      '/notes/{noteId}/marks': {
        ...path('noteId', number),
        get: answer(array(object({ id: number, word: text }, ['id'])), '200', refusals(gone)),
      },
    },
    { Note: object({ id: number, word: text }, ['id', 'word']) },
  );

test('what was deleted is answered with the documented 410, what never was with 404, until it is brought back', async () => {
  const ask = await asking(document(deleted));
  const { body: note } = await ask('POST', '/notes', { word: 'kept' });
  const at = `/notes/${note.id}`;
  expect((await ask('POST', `${at}/restore`)).status).toBe(409);
  expect((await ask('DELETE', at)).status).toBe(204);
  const statuses = async (): Promise<readonly number[]> => [
    (await ask('GET', at)).status,
    (await ask('GET', `${at}/marks`)).status,
  ];
  expect(await statuses()).toEqual([410, 410]);
  expect((await ask('DELETE', at)).status).toBe(410);
  expect((await ask('GET', '/notes/987654')).status).toBe(404);
  expect((await ask('POST', '/notes/987654/restore')).status).toBe(404);
  expect(await ask('POST', `${at}/restore`)).toMatchObject({ status: 200, body: note });
  expect(await statuses()).toEqual([200, 200]);
  expect((await ask('GET', '/notes')).body).toContainEqual(note);
});

test('a 410 of another kind is for nothing that was deleted', async () => {
  const ask = await asking(document({ ...none, 410: 'This version of the API has been removed.' }));
  const { body: note } = await ask('POST', '/notes', { word: 'kept' });
  await ask('DELETE', `/notes/${note.id}`);
  expect((await ask('GET', `/notes/${note.id}`)).status).toBe(404);
});
