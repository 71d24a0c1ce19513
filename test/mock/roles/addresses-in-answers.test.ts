import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Place = object({ location: text }, ['location']);
const Note = object({ id: text, text }, ['id']);
const Meeting = object({ id: text, title: text, location: text }, ['id']);
const collection = (name: string, schema: string): object => ({
  [`/${name}`]: { get: answer(array(ref(schema))), post: { ...sending(ref(schema)), ...answer(Place, '201') } },
  [`/${name}/{id}`]: { ...path('id'), get: answer(ref(schema)) },
});
const ask = await asking(
  api({ ...collection('notes', 'Note'), ...collection('meetings', 'Meeting') }, { Note, Meeting }),
);

test('a create that answers only a location says where the record is', async () => {
  const { body } = await ask('POST', '/notes', { id: 'n1', text: 'hello' });
  expect(body).toEqual({ location: 'http://localhost/notes/n1' });
  expect((await ask('GET', new URL(body.location).pathname)).body).toEqual({ id: 'n1', text: 'hello' });
});

test('a location that is a property of the record is the place that was sent', async () => {
  const { body } = await ask('POST', '/meetings', { id: 'm1', title: 'Launch', location: 'Bern' });
  expect(body).toEqual({ location: 'Bern' });
});
