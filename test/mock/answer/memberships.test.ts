import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const done = { responses: { 204: { description: 'done' }, 404: { description: 'not there' } } };
const below = (first: string, second: string): object => ({
  parameters: [first, second].flatMap((name) => path(name).parameters),
});

const document = api(
  {
    '/people': { get: answer(array(ref('Person'))) },
    '/people/{personId}': { ...path('personId'), get: answer(ref('Person')) },
    '/teams': {
      get: answer(array(ref('Team'))),
      post: { ...sending(object({ name: text, memberIds: array(text) })), ...answer(ref('Team'), '201') },
    },
    '/teams/{teamId}': {
      ...path('teamId'),
      get: answer(ref('Team')),
      patch: { ...sending(object({ memberIds: array(text) })), ...answer(ref('Team')) },
    },
    '/teams/{teamId}/members': { ...path('teamId'), get: answer(array(ref('Person'))) },
    '/teams/{teamId}/members/{personId}': { ...below('teamId', 'personId'), put: done, delete: done },
    '/teams/{teamId}/watchers': {
      ...path('teamId'),
      get: answer(array(ref('Person'))),
      post: { ...sending(object({ personId: text }, ['personId'])), ...answer(ref('Person'), '201') },
    },
    '/teams/{teamId}/watchers/{personId}': { ...below('teamId', 'personId'), delete: done },
    '/teams/{teamId}/guests': { ...path('teamId'), get: answer(array(ref('Person'))) },
    '/teams/{teamId}/guests/{personId}': { ...below('teamId', 'personId'), put: done, delete: done },
  },
  {
    Person: object({ id: text, name: text }, ['id', 'name']),
    Guest: object({ personId: text, addedAt: { type: 'string', format: 'date-time' } }, ['personId', 'addedAt']),
    Team: object(
      {
        id: text,
        name: text,
        memberIds: array(text),
        memberCount: number,
        watchers: array(text),
        guests: array(ref('Guest')),
      },
      ['id', 'name', 'memberIds', 'memberCount', 'watchers', 'guests'],
    ),
  },
);

interface Person {
  readonly id: string;
  readonly name: string;
}
interface Team {
  readonly id: string;
  readonly memberIds: readonly string[];
  readonly memberCount: number;
  readonly watchers: readonly string[];
  readonly guests: readonly { readonly personId: string; readonly addedAt: string }[];
}

async function serve(): Promise<{
  readonly ask: (method: string, path: string, body?: object) => Promise<number>;
  readonly read: <T>(path: string, method?: string, body?: object) => Promise<T>;
  readonly people: readonly Person[];
}> {
  const asked = await asking(document, { now: () => Date.parse('2026-11-25T08:00:00Z') });
  const read = async <T>(at: string, method = 'GET', body?: object): Promise<T> => (await asked(method, at, body)).body;
  return {
    ask: async (method, at, body) => (await asked(method, at, body)).status,
    read,
    people: await read<readonly Person[]>('/people'),
  };
}

const idsAt = async (read: <T>(path: string) => Promise<T>, at: string): Promise<readonly string[]> =>
  (await read<readonly Person[]>(at)).map(({ id }) => id);

test('a seeded record names who is listed below it, and counts them', async () => {
  const { read } = await serve();
  for (const team of await read<readonly Team[]>('/teams')) {
    const members = await idsAt(read, `/teams/${team.id}/members`);
    expect(members.length).toBeGreaterThan(0);
    expect(team.memberIds).toEqual(members);
    expect(team.memberCount).toBe(members.length);
    expect(team.watchers).toEqual(await idsAt(read, `/teams/${team.id}/watchers`));
    expect(team.guests.map(({ personId }) => personId)).toEqual(await idsAt(read, `/teams/${team.id}/guests`));
  }
});

test('a PUT and a DELETE of a membership change the ids of the record, its count, and the list below it', async () => {
  const { ask, read, people } = await serve();
  const [ann, bob] = people.map(({ id }) => id);
  const { id } = await read<Team>('/teams', 'POST', { name: 'reds' });
  for (const each of [ann, bob, ann]) expect(await ask('PUT', `/teams/${id}/members/${each}`)).toBe(204);
  expect(await read<Team>(`/teams/${id}`)).toMatchObject({ memberIds: [ann, bob], memberCount: 2 });
  expect(await idsAt(read, `/teams/${id}/members`)).toEqual([ann, bob]);
  expect(await ask('DELETE', `/teams/${id}/members/${ann}`)).toBe(204);
  expect(await read<Team>(`/teams/${id}`)).toMatchObject({ memberIds: [bob], memberCount: 1 });
  expect(await idsAt(read, `/teams/${id}/members`)).toEqual([bob]);
  expect(await ask('PUT', `/teams/${id}/members/nobody`)).toBe(404);
});

test('a POST that names a record puts its id into the list with the name of the path', async () => {
  const { ask, read, people } = await serve();
  const { id } = await read<Team>('/teams', 'POST', { name: 'reds' });
  expect(await ask('POST', `/teams/${id}/watchers`, { personId: people[0]?.id })).toBe(201);
  expect((await read<Team>(`/teams/${id}`)).watchers).toEqual([people[0]?.id]);
  expect(await ask('DELETE', `/teams/${id}/watchers/${people[0]?.id}`)).toBe(204);
  expect((await read<Team>(`/teams/${id}`)).watchers).toEqual([]);
});

test('a list of objects that name records gets one for each record that is put in', async () => {
  const { ask, read, people } = await serve();
  const { id } = await read<Team>('/teams', 'POST', { name: 'reds' });
  await ask('PUT', `/teams/${id}/guests/${people[0]?.id}`);
  await ask('PUT', `/teams/${id}/guests/${people[0]?.id}`);
  const guest = { personId: people[0]?.id, addedAt: '2026-11-25T08:00:00.000Z' };
  expect((await read<Team>(`/teams/${id}`)).guests).toEqual([guest]);
  await ask('DELETE', `/teams/${id}/guests/${people[0]?.id}`);
  expect((await read<Team>(`/teams/${id}`)).guests).toEqual([]);
});

test('the ids in a create or a change decide who is listed below the record', async () => {
  const { ask, read, people } = await serve();
  const [ann, bob, cat] = people.map(({ id }) => id);
  const made = await read<Team>('/teams', 'POST', { name: 'reds', memberIds: [ann, bob] });
  expect(made.memberCount).toBe(2);
  expect(await read<readonly Person[]>(`/teams/${made.id}/members`)).toEqual(people.slice(0, 2));
  await ask('PATCH', `/teams/${made.id}`, { memberIds: [cat] });
  expect(await idsAt(read, `/teams/${made.id}/members`)).toEqual([cat]);
  const [seeded] = await read<readonly Team[]>('/teams');
  await ask('PATCH', `/teams/${seeded?.id}`, { memberIds: [cat] });
  expect(await read<Team>(`/teams/${seeded?.id}`)).toMatchObject({ memberIds: [cat], memberCount: 1 });
  expect(await idsAt(read, `/teams/${seeded?.id}/members`)).toEqual([cat]);
});
