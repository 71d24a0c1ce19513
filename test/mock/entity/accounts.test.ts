import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const nullable = { type: ['string', 'null'] };
const ask = await asking(
  api(
    {
      '/calls': {
        get: answer(array(ref('Call'))),
        post: { ...sending(object({ to: text, project_id: text })), ...answer(ref('Call'), '201') },
      },
      '/calls/{id}': { ...path('id'), get: answer(ref('Call')) },
    },
    { Call: object({ id: text, to: text, account_sid: nullable, project_id: nullable }, ['id']) },
  ),
);

test('each new record belongs to an account from the beginning, and to a project that the client names', async () => {
  for (let count = 0; count < 40; count++) {
    const { body } = await ask('POST', '/calls', { to: 'a' });
    expect(body).toMatchObject({ account_sid: expect.any(String), project_id: null });
  }
});
