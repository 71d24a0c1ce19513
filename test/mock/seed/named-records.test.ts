import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const person = object({ id: text, name: text, title: text }, ['id', 'name']);
const compact = object({ id: text, name: text }, ['id']);
const sent = object({
  name: text,
  assignee: object({ id: text }),
  followers: array(text),
  helpers: array(ref('UserCompact')),
  assignee_id: text,
});
const ask = await asking(
  api(
    {
      '/users': {
        get: answer(array(ref('User'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('User'), '201') },
      },
      '/users/{id}': {
        ...path('id'),
        get: answer(ref('User')),
        patch: { ...sending(object({ name: text })), ...answer(ref('User')) },
      },
      '/tasks': { get: answer(array(ref('Task'))), post: { ...sending(sent), ...answer(ref('Task'), '201') } },
      '/tasks/{id}': {
        ...path('id'),
        get: answer(ref('Task')),
        patch: { ...sending(sent), ...answer(ref('Task')) },
        put: { ...sending(sent), ...answer(ref('Task')) },
      },
    },
    {
      User: person,
      Task: object(
        {
          id: text,
          name: text,
          assignee: ref('UserCompact'),
          followers: array(ref('UserCompact')),
          helpers: array(ref('UserCompact')),
        },
        ['id', 'name'],
      ),
      UserCompact: compact,
    },
  ),
);

test('a seeded record shows the users that it names as they are', async () => {
  const users = new Map<string, string>(
    (await ask('GET', '/users')).body.map((user: { id: string; name: string }) => [user.id, user.name]),
  );
  const tasks = (await ask('GET', '/tasks')).body;
  const named = tasks.flatMap((task: { assignee?: { id: string } }) => task.assignee ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const { id, name } of named) expect(name).toBe(users.get(id));
});

test('a created, changed or replaced record shows the user that it names', async () => {
  const { id, name } = (await ask('POST', '/users', { name: 'Ada Wong' })).body;
  const [other] = (await ask('GET', '/users')).body;
  const made = (await ask('POST', '/tasks', { name: 'a', assignee: { id } })).body;
  expect(made.assignee).toEqual({ id, name });
  expect((await ask('GET', `/tasks/${made.id}`)).body.assignee).toEqual({ id, name });
  const shown = { id: other.id, name: other.name };
  expect((await ask('PATCH', `/tasks/${made.id}`, { assignee: { id: other.id } })).body.assignee).toEqual(shown);
  expect((await ask('PUT', `/tasks/${made.id}`, { name: 'a', assignee: { id } })).body.assignee).toEqual({ id, name });
});

test('a list of ids shows each user that it names', async () => {
  const ada = (await ask('POST', '/users', { name: 'Ada Byron' })).body;
  const bob = (await ask('POST', '/users', { name: 'Bob Ross' })).body;
  const { followers } = (await ask('POST', '/tasks', { name: 'b', followers: [ada.id, bob.id] })).body;
  expect(followers).toEqual([
    { id: ada.id, name: 'Ada Byron' },
    { id: bob.id, name: 'Bob Ross' },
  ]);
});

test('what is sent of the users in a list stays, and the rest is as they are', async () => {
  const { id, name } = (await ask('POST', '/users', { name: 'Ada Wong' })).body;
  const [other] = (await ask('GET', '/users')).body;
  const helpers = [{ id: other.id, name: 'as sent' }, { id }];
  const made = (await ask('POST', '/tasks', { name: 'b', helpers })).body;
  expect(made.helpers).toEqual([
    { id: other.id, name: 'as sent' },
    { id, name },
  ]);
});

test('an object that is sent without an id names no record, also where the id that it gets is one', async () => {
  const small = { type: 'integer', minimum: 1, maximum: 1, readOnly: true };
  const Tag = object({ id: small, name: text }, ['id', 'name']);
  const Post = object({ id: text, tags: array(ref('Tag')), main: ref('Tag') }, ['id']);
  const call = await asking(
    api(
      {
        '/tags': { get: answer(array(ref('Tag'))) },
        '/tags/{id}': { ...path('id', { type: 'integer' }), get: answer(ref('Tag')) },
        '/posts': { get: answer(array(ref('Post'))), post: { ...sending(ref('Post')), ...answer(ref('Post'), '201') } },
        '/posts/{id}': { ...path('id'), get: answer(ref('Post')) },
      },
      { Tag, Post },
    ),
  );
  const body = { id: 'p', tags: [{ name: 'one' }, { name: 'two' }], main: { name: 'three' } };
  const { tags, main } = (await call('POST', '/posts', body)).body;
  expect([tags.map((each: { name: string }) => each.name), main.name]).toEqual([['one', 'two'], 'three']);
  const known = (await call('GET', '/tags')).body.map((each: { id: number }) => each.id);
  expect(known).toContain(tags[0].id);
});
