import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, sending, text } from '../little.ts';

const own = { ...number, readOnly: true };
const noteSent = object({ note: object({ text, colour: text }) });
const Note = object({ note: object({ id: own, text, colour: text, customer_id: own, label: own }) });
const clip = object({ id: text, type: text, attributes: object({ name: text, start: number, source: text }) });
const Clip = object({ data: clip });
const clipSent = (properties: object, required: readonly string[]): object =>
  sending(object({ data: object({ attributes: object(properties, required) }, ['attributes']) }, ['data']));
const Page = object({ id: own, title: text, body: text });
const ask = await asking(
  api({
    '/customers': {
      get: answer(array(object({ id: number, name: text }, ['id']))),
      post: { ...sending(object({ name: text })), ...answer(object({ id: number, name: text }, ['id']), '201') },
    },
    '/customers/{id}': { ...path('id', number), get: answer(object({ id: number, name: text }, ['id'])) },
    '/customers/{id}/notes': {
      ...path('id', number),
      get: answer(array(Note)),
      post: { ...sending(noteSent), ...answer(Note, '201') },
    },
    '/customers/{id}/notes/{note_id}': {
      parameters: ['id', 'note_id'].map((name) => ({ name, in: 'path', required: true, schema: number })),
      get: answer(Note),
      put: { ...sending(noteSent), ...answer(Note) },
    },
    '/clips': {
      get: answer(object({ data: array(clip) })),
      post: { ...clipSent({ name: text, start: number, source: text }, ['name']), ...answer(Clip, '201') },
    },
    '/clips/{id}': {
      ...path('id'),
      get: answer(Clip),
      put: { ...clipSent({ name: text, start: number }, []), ...answer(Clip) },
    },
    '/pages': {
      get: answer(array(Page)),
      post: { ...sending(object({ title: text, body: text })), ...answer(Page, '201') },
    },
    '/pages/{id}': {
      ...path('id', number),
      get: answer(Page),
      put: { ...sending(object({ title: text, body: text })), ...answer(Page) },
    },
  }),
);

test('inside the envelope of an item, a replacement keeps what no request can send, and drops what it does not send', async () => {
  const { id } = (await ask('POST', '/customers', { name: 'a' })).body;
  const made = (await ask('POST', `/customers/${id}/notes`, { note: { text: 'a', colour: 'red' } })).body.note;
  expect(made.customer_id).toBe(id);
  await ask('PUT', `/customers/${id}/notes/${made.id}`, { note: { text: 'b' } });
  const { note } = (await ask('GET', `/customers/${id}/notes/${made.id}`)).body;
  expect(note).toMatchObject({ id: made.id, text: 'b', customer_id: id, label: made.label });
  expect(note.colour).not.toBe('red');
});

test('a PUT that takes less than a creation and requires nothing changes only what is sent', async () => {
  const sent = { data: { attributes: { name: 'a', start: 7, source: 's' } } };
  const { id } = (await ask('POST', '/clips', sent)).body.data;
  await ask('PUT', `/clips/${id}`, { data: { attributes: { name: 'b' } } });
  expect((await ask('GET', `/clips/${id}`)).body.data.attributes).toEqual({ name: 'b', start: 7, source: 's' });
});

test('a PUT that takes all that a creation takes replaces', async () => {
  const { id } = (await ask('POST', '/pages', { title: 'a', body: 'b' })).body;
  await ask('PUT', `/pages/${id}`, { title: 'c' });
  expect((await ask('GET', `/pages/${id}`)).body).not.toMatchObject({ body: 'b' });
});

test.each([
  ['operationId', 'updateNote'],
  ['summary', 'Updates a note'],
  ['description', 'Changes a note. Any fields included in the request are overwritten.'],
])('a PUT whose %s says that it updates, and that requires nothing, changes only what is sent', async (name, words) => {
  const asked = await asking(
    api({
      '/notes': {
        get: answer(array(Page)),
        post: { ...sending(object({ title: text, body: text })), ...answer(Page, '201') },
      },
      '/notes/{id}': {
        ...path('id', number),
        get: answer(Page),
        put: { [name]: words, ...sending(object({ title: text, body: text })), ...answer(Page) },
      },
    }),
  );
  const { id } = (await asked('POST', '/notes', { title: 'a', body: 'b' })).body;
  await asked('PUT', `/notes/${id}`, { title: 'c' });
  expect((await asked('GET', `/notes/${id}`)).body).toEqual({ id, title: 'c', body: 'b' });
});
