import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Team = object({ id: number, name: text, title: text, size: number }, ['id', 'name']);
const Sent = object({ name: text, title: text }, ['name']);
const done = { responses: { 204: { description: 'done' } } };
const byName = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: text, description: 'Use team name instead of id' }],
};

const ask = await asking(
  api(
    {
      '/teams': { get: answer(object({ teams: array(ref('Team')) }, ['teams'])) },
      '/teams/{id}': { ...byName, get: answer(object({ team: ref('Team') }, ['team'])) },
      '/admin/teams': {
        post: {
          ...sending(object({ team: Sent })),
          ...answer(object({ basic_team: ref('Team') }, ['basic_team'])),
        },
      },
      '/admin/teams/{id}': { ...path('id', number), delete: done },
      '/teams/{id}/members': {
        ...path('id'),
        put: {
          ...sending(object({ names: text })),
          ...answer(object({ success: text, names: array(text) }, ['success', 'names'])),
        },
      },
    },
    { Team },
  ),
);

test('what is made and deleted under a longer path is listed and read where it is shown', async () => {
  const { basic_team: made } = (await ask('POST', '/admin/teams', { team: { name: 'red', title: 'Red' } })).body;
  expect(made).toMatchObject({ name: 'red', title: 'Red' });
  expect((await ask('GET', '/teams')).body.teams).toContainEqual(expect.objectContaining({ id: made.id, name: 'red' }));
  expect((await ask('GET', `/teams/${made.id}`)).body.team).toMatchObject({ id: made.id });
  expect((await ask('DELETE', `/admin/teams/${made.id}`)).status).toBe(204);
  expect((await ask('GET', `/teams/${made.id}`)).status).toBe(404);
});

test('an item is read by its name where a description says that the name stands instead of the id', async () => {
  const { basic_team: made } = (await ask('POST', '/admin/teams', { team: { name: 'blue' } })).body;
  expect((await ask('GET', '/teams/blue')).body.team).toMatchObject({ id: made.id, name: 'blue' });
});

test('words with commas are answered as a list, and a success without a documented word is `OK`', async () => {
  const { basic_team: made } = (await ask('POST', '/admin/teams', { team: { name: 'green' } })).body;
  const { body } = await ask('PUT', `/teams/${made.id}/members`, { names: 'ann, bob' });
  expect(body).toEqual({ success: 'OK', names: ['ann', 'bob'] });
});
