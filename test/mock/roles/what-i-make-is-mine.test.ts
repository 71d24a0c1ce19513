import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const listed = (name: string) => ({ get: answer(object({ entries: array(ref(name)) })) });
const document = api(
  {
    '/users': listed('User'),
    '/users/me': { get: answer(ref('User')) },
    '/users/{id}': { ...path('id'), get: answer(ref('User')) },
    '/followers': listed('User'),
    '/followers/{id}': { ...path('id'), get: answer(ref('User')) },
    '/folders': {
      ...listed('Folder'),
      post: {
        ...sending(object({ name: text, parent: object({ id: text }) }, ['name', 'parent'])),
        ...answer(ref('Folder'), '201', {
          409: { description: 'Returned if a folder with the name already exists in the parent folder.' },
        }),
      },
    },
    '/folders/{id}': { ...path('id'), get: answer(ref('Folder')) },
    '/issues': {
      get: answer(array(ref('Issue'))),
      post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Issue'), '201') },
    },
    '/issues/{idOrKey}': { ...path('idOrKey'), get: answer(ref('Issue')) },
  },
  {
    User: object({ id: text, type: { enum: ['user'] }, name: text, login: text }, ['type', 'name']),
    UserMini: object({ id: text, type: { enum: ['user'] }, name: text }, ['type', 'name']),
    Issue: object({ id: text, key: { ...text, example: 'ED-24' }, title: text, author: ref('User') }, [
      'id',
      'key',
      'title',
    ]),
    Folder: object(
      {
        id: text,
        name: text,
        kind: { enum: ['folder'] },
        owned_by: ref('UserMini'),
        parent: object({ id: text, name: text }, ['id', 'name']),
      },
      ['id', 'kind', 'name', 'owned_by'],
    ),
  },
);
const ask = await asking(document);

test('who I am is one of the users, and found by its id', async () => {
  const me = (await ask('GET', '/users/me')).body;
  expect((await ask('GET', `/users/${me.id}`)).body).toEqual(me);
  expect((await ask('GET', '/users')).body.entries).toContainEqual(me);
});

test('an object of the server in a new record is whole, and names who made it', async () => {
  const me = (await ask('GET', '/users/me')).body;
  const made = (await ask('POST', '/folders', { name: 'a', parent: { id: '0' } })).body;
  expect(made.owned_by).toEqual({ id: me.id, type: 'user', name: me.name });
});

test('a whole user who made a record is the caller', async () => {
  const me = (await ask('GET', '/users/me')).body;
  expect((await ask('POST', '/issues', { title: 'mine' })).body.author).toEqual(me);
});

test('a name is taken in the same parent only, also where the answer shows more of the parent', async () => {
  expect((await ask('POST', '/folders', { name: 'b', parent: { id: '1' } })).status).toBe(201);
  expect((await ask('POST', '/folders', { name: 'b', parent: { id: '2' } })).status).toBe(201);
  expect((await ask('POST', '/folders', { name: 'b', parent: { id: '1' } })).status).toBe(409);
});

test('a record that is also found by its key has a key of its own', async () => {
  const made = [];
  for (const title of ['a', 'b', 'c']) made.push((await ask('POST', '/issues', { title })).body);
  const keys = (await ask('GET', '/issues')).body.map(({ key }: { key: string }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const each of made) expect((await ask('GET', `/issues/${each.key}`)).body).toEqual(each);
});
