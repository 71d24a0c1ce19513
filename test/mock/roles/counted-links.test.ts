import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Person = object({ id: text, name: text }, ['id', 'name']);
const Team = object({ id: text, name: text, memberCount: number }, ['id', 'name', 'memberCount']);
const named = sending(object({ name: text }, ['name']));
const done = { responses: { '204': { description: 'Done.' }, '404': { description: 'None.' } } };
const both = { parameters: [...path('teamId').parameters, ...path('personId').parameters] };
const ask = await asking(
  api(
    {
      '/people': { get: answer(array(ref('Person'))), post: { ...named, ...answer(ref('Person'), '201') } },
      '/people/{personId}': { ...path('personId'), get: answer(ref('Person')) },
      '/teams': { get: answer(array(ref('Team'))), post: { ...named, ...answer(ref('Team'), '201') } },
      '/teams/{teamId}': { ...path('teamId'), get: answer(ref('Team')) },
      '/teams/{teamId}/members': { ...path('teamId'), get: answer(array(ref('Person'))) },
      '/teams/{teamId}/members/{personId}': { ...both, put: done, delete: done },
    },
    { Person, Team },
  ),
);

test('a record that a PUT without a body puts into a list is counted once, until it is taken out', async () => {
  const { body: person } = await ask('POST', '/people', { name: 'Ada' });
  const { body: team } = await ask('POST', '/teams', { name: 'First' });
  const counted = async (): Promise<unknown> => (await ask('GET', `/teams/${team.id}`)).body.memberCount;
  expect(await counted()).toBe(0);
  await ask('PUT', `/teams/${team.id}/members/${person.id}`);
  await ask('PUT', `/teams/${team.id}/members/${person.id}`);
  expect(await counted()).toBe(1);
  await ask('DELETE', `/teams/${team.id}/members/${person.id}`);
  expect(await counted()).toBe(0);
});
