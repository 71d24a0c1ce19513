import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const shown = object({ member: ref('Member') });
const answering = (status: string): object => answer({ ...shown, example: { member: { id: 'm1', status } } });
const document = (requests: object): object =>
  api(
    {
      '/members': {
        get: answer(array(ref('Member'))),
        post: {
          requestBody: { content: { 'application/json': { schema: object({ member: ref('Member') }), ...requests } } },
          ...answering('ON_BOARD'),
        },
      },
      '/members/{id}': { ...path('id'), get: answer(shown), patch: { ...sending(ref('Member')), ...answer(shown) } },
    },
    { Member: object({ id: { ...text, readOnly: true }, name: text, status: text }, ['id']) },
  );

test('a new record has the state of the documented answer, which the client could have sent', async () => {
  const ask = await asking(document({}));
  expect((await ask('POST', '/members', { member: { name: 'a' } })).body.member.status).toBe('ON_BOARD');
  expect((await ask('POST', '/members', { member: { status: 'AWAY' } })).body.member.status).toBe('AWAY');
});

test('a state that the documented request chooses is not that of every new record', async () => {
  const ask = await asking(document({ example: { member: { status: 'ON_BOARD' } } }));
  expect((await ask('POST', '/members', { member: { name: 'a' } })).body.member.status).not.toBe('ON_BOARD');
});
