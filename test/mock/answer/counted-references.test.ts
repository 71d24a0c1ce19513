import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const KEY = object({ id: number, label: text, user_id: number }, ['id', 'label']);
const DOCUMENT = api(
  {
    '/users': {
      get: answer(array(ref('User'))),
      post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('User'), '201') },
    },
    '/users/{id}': { ...path('id', number), get: answer(ref('User')) },
    '/api_keys': {
      get: { ...query('user_id', number), ...answer(array(ref('Key'))) },
      post: { ...sending(object({ label: text, user_id: number }, ['label'])), ...answer(ref('Key'), '201') },
    },
    '/api_keys/{id}': {
      ...path('id', number),
      get: answer(ref('Key')),
      patch: { ...sending(object({ label: text, user_id: number })), ...answer(ref('Key')) },
      delete: { responses: { 204: { description: 'gone' } } },
    },
  },
  { User: object({ id: number, name: text, api_keys_count: number }, ['id', 'name', 'api_keys_count']), Key: KEY },
);

test('A record counts those that name it', async () => {
  const ask = await asking(DOCUMENT);
  const [a, b] = [(await ask('POST', '/users', { name: 'A' })).body, (await ask('POST', '/users', { name: 'B' })).body];
  expect(a.api_keys_count).toBe(0);
  const counts = async () => [
    (await ask('GET', `/users/${a.id}`)).body.api_keys_count,
    (await ask('GET', `/users/${b.id}`)).body.api_keys_count,
  ];
  const key = (await ask('POST', '/api_keys', { label: 'x', user_id: a.id })).body;
  await ask('POST', '/api_keys', { label: 'y', user_id: a.id });
  expect(await counts()).toEqual([2, 0]);
  await ask('PATCH', `/api_keys/${key.id}`, { user_id: b.id });
  expect(await counts()).toEqual([1, 1]);
  await ask('PATCH', `/api_keys/${key.id}`, { label: 'z' });
  expect(await counts()).toEqual([1, 1]);
  await ask('DELETE', `/api_keys/${key.id}`);
  expect(await counts()).toEqual([1, 0]);
});

test('Seeded records count the seeded ones that name them', async () => {
  const ask = await asking(DOCUMENT);
  const users = (await ask('GET', '/users')).body as readonly { id: number; api_keys_count: number }[];
  expect(users.length).toBeGreaterThan(0);
  for (const { id, api_keys_count } of users)
    expect((await ask('GET', `/api_keys?user_id=${id}`)).body).toHaveLength(api_keys_count);
});
