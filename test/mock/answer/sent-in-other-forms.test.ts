import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const Group = object({ id: number, name: text, slug: text }, ['id', 'name', 'slug']);
const User = object({ id: number, username: text, name: text }, ['id', 'username', 'name']);
const silence = object({ silenced: flag, silenced_till: text }, ['silenced', 'silenced_till']);
const ask = await asking(
  api(
    {
      '/posts/{id}/locked.json': {
        ...path('id', number),
        put: { ...sending(object({ locked: text }, ['locked'])), ...answer(object({ locked: flag }, ['locked'])) },
      },
      '/users/{id}/silence.json': {
        ...path('id', number),
        put: { ...sending(object({ silenced_till: text })), ...answer(object({ silence }, ['silence'])) },
      },
      '/topics/{id}/invite': {
        ...path('id', number),
        post: { ...sending(object({ user: text })), ...answer(object({ user: User }, ['user'])) },
      },
      '/vectors/upsert': {
        post: {
          ...sending(object({ vectors: array(object({ values: array(number) })), namespace: text })),
          ...answer(object({ upsertedCount: number, failedCount: number }, ['upsertedCount', 'failedCount'])),
        },
      },
      '/groups': {
        get: answer(array(ref('Group'))),
        post: { ...sending(object({ name: text, slug: text }, ['name'])), ...answer(ref('Group'), '201') },
      },
      '/groups/{id}': { ...path('id', number), get: answer(ref('Group')) },
    },
    { Group },
  ),
);

test('a flag that is sent in words is answered as a flag', async () => {
  expect((await ask('PUT', '/posts/1/locked.json', { locked: 'true' })).body).toEqual({ locked: true });
  expect((await ask('PUT', '/posts/1/locked.json', { locked: 'false' })).body).toEqual({ locked: false });
});

test('a flag called after the last word of a path is true, whatever extension the path has', async () => {
  const { body } = await ask('PUT', '/users/1/silence.json', { silenced_till: '2040-01-01' });
  expect(body).toEqual({ silence: { silenced: true, silenced_till: '2040-01-01' } });
});

test('a text that is sent under the name of an object with numbers as ids is the name of that object', async () => {
  expect((await ask('POST', '/topics/1/invite', { user: 'ann' })).body.user).toMatchObject({ username: 'ann' });
  expect((await ask('POST', '/topics/1/invite', { user: '12' })).body.user.username).not.toBe('12');
});

test('the only number of what was done is that of the list that was sent', async () => {
  const vectors = [{ values: [1] }, { values: [2] }, { values: [3] }];
  expect((await ask('POST', '/vectors/upsert', { vectors, namespace: 'a' })).body).toEqual({
    upsertedCount: 3,
    failedCount: 0,
  });
});

test('a slug that a client may send and does not send is that of the name', async () => {
  expect((await ask('POST', '/groups', { name: 'Cool Team' })).body.slug).toBe('cool-team');
  expect((await ask('POST', '/groups', { name: 'Cool Team', slug: 'own' })).body.slug).toBe('own');
});
