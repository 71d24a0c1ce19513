import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, text } from '../little.ts';

const user = object({ id: number, name: text, city: text, country: text, bio: text }, ['id', 'name']);
const paths = (put: object, collection: object = {}): object =>
  api(
    {
      '/me/followings': { get: answer(array(ref('User'))), ...collection },
      '/me/followings/{user_id}': {
        ...path('user_id', number),
        get: answer(ref('User'), '200', { '404': { description: 'not followed' } }),
        put,
        delete: { responses: { '200': { description: 'gone' }, '404': { description: 'not followed' } } },
      },
    },
    { User: user },
  );

test('a PUT without a body that may create (201) puts the named record into the list, and DELETE takes it out', async () => {
  const put = answer(ref('User'), '201', { '200': { description: 'followed before' }, '404': { description: 'none' } });
  const ask = await asking(paths(put));
  expect((await ask('GET', '/me/followings/77')).status).toBe(404);
  expect((await ask('PUT', '/me/followings/77')).status).toBe(201);
  expect((await ask('GET', '/me/followings/77')).body.id).toBe(77);
  expect((await ask('GET', '/me/followings')).body.map(({ id }: { id: number }) => id)).toContain(77);
  expect((await ask('DELETE', '/me/followings/77')).status).toBe(200);
  expect((await ask('GET', '/me/followings/77')).status).toBe(404);
});

test('a PUT without a body that never creates is an action on a record that exists', async () => {
  const ask = await asking(paths(answer(ref('User'), '200', { '404': { description: 'none' } })));
  expect((await ask('PUT', '/me/followings/77')).status).toBe(404);
});
