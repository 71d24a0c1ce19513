import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const untyped = (properties: object): object => ({ properties });
const ask = await asking(
  api(
    {
      '/rules': {
        get: answer(array(ref('Rule'))),
        post: { ...sending(object({ rule: text }, ['rule'])), ...answer(ref('Rule')) },
      },
      '/rules/{id}': { ...path('id'), delete: answer(ref('Done')) },
      '/texts/validate': {
        post: { ...sending(object({ subject: text })), ...answer(object({ subject: ref('Verdict') }, ['subject'])) },
      },
    },
    {
      Rule: object({ id: text, rule: text }, ['id', 'rule']),
      Done: untyped({ ErrorCode: { type: 'integer' }, Message: text }),
      Verdict: untyped({ valid: { type: 'boolean' } }),
    },
  ),
);

test('an answer to a deletion with properties and no type is an object', async () => {
  const { id } = (await ask('POST', '/rules', { rule: 'a' })).body;
  expect((await ask('DELETE', `/rules/${id}`)).body).toMatchObject({ ErrorCode: 0, Message: expect.any(String) });
});

test('what was sent as a string does not stand where the answer has properties', async () => {
  const { body } = await ask('POST', '/texts/validate', { subject: 'hello' });
  expect(typeof body.subject).toBe('object');
});
