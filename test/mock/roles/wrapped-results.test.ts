import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, path, ref, sending, text } from '../little.ts';

// Every answer says how the request went, and has the record in `payload`.
const told = (schema: object): object =>
  object({ status: text, message: text, payload: schema }, ['status', 'payload']);
const ask = await asking(
  api(
    {
      '/profiles': {
        post: { ...sending(object({ name: text }, ['name'])), ...answer(told(ref('Profile')), '201') },
      },
      '/profiles/{profileId}': {
        ...path('profileId'),
        get: answer(told(ref('Profile')), '200', { 404: { description: 'unknown' } }),
        delete: answer(told(object({}))),
      },
    },
    { Profile: object({ profileId: text, name: text }, ['profileId', 'name']) },
  ),
);

test('a record in the envelope of its outcome is created, read and deleted', async () => {
  const { payload } = (await ask('POST', '/profiles', { name: 'Ada' })).body;
  expect(payload).toMatchObject({ profileId: expect.any(String), name: 'Ada' });
  expect((await ask('GET', `/profiles/${payload.profileId}`)).body.payload).toEqual(payload);
  await ask('DELETE', `/profiles/${payload.profileId}`);
  expect((await ask('GET', `/profiles/${payload.profileId}`)).status).toBe(404);
});
