import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Team = object({ id: text, name: text, colour: text }, ['id', 'name']);
const Draft = object({ name: text, colour: text }, ['name']);
const Note = object({ id: text, body: text }, ['id']);

const document = api(
  {
    '/teams': {
      get: answer(array(ref('Team'))),
      post: { ...sending(ref('Draft')), ...answer(ref('Team'), '201') },
      put: { operationId: 'upsertTeam', ...sending(ref('Draft')), ...answer(ref('Team')) },
    },
    '/teams/{id}': { ...path('id'), get: answer(ref('Team')) },
    '/teams/{id}/notes': {
      ...path('id'),
      get: answer(array(ref('Note'))),
      post: { ...sending(ref('Note')), ...answer(ref('Note'), '201') },
      put: { operationId: 'upsertNotes', ...sending(array(ref('Note'))), ...answer(array(ref('Note'))) },
    },
    '/teams/{id}/notes/{note_id}': {
      parameters: ['id', 'note_id'].map((name) => path(name).parameters[0]),
      get: answer(ref('Note')),
    },
  },
  { Team, Draft, Note },
);

test('a PUT that is called an upsert makes a record, and changes the one with the same name', async () => {
  const ask = await asking(document);
  const { body: made } = await ask('PUT', '/teams', { name: 'blue team', colour: 'blue' });
  expect((await ask('GET', `/teams/${made.id}`)).body).toEqual({ id: made.id, name: 'blue team', colour: 'blue' });
  expect((await ask('PUT', '/teams', { name: 'blue team', colour: 'navy' })).body).toEqual({ ...made, colour: 'navy' });
  expect((await ask('PUT', '/teams', { name: 'red team' })).body.id).not.toBe(made.id);
});

test('a PUT of a list that is called an upsert keeps what it does not name', async () => {
  const ask = await asking(document);
  const { id } = (await ask('PUT', '/teams', { name: 'blue team' })).body;
  const notes = `/teams/${id}/notes`;
  const put = (sent: readonly object[]) => ask('PUT', notes, sent);
  await put([
    { id: 'a', body: 'one' },
    { id: 'b', body: 'two' },
  ]);
  expect((await put([{ id: 'a', body: 'new' }])).body).toEqual([{ id: 'a', body: 'new' }]);
  const listed: readonly { id: string; body: string }[] = (await ask('GET', notes)).body;
  expect(listed.map((each) => `${each.id} ${each.body}`).sort()).toEqual(['a new', 'b two']);
});
