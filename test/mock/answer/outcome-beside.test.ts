import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, sending, text } from '../little.ts';

const Task = object({ id: text, title: text });
const flag = { type: 'boolean' };
const word = (example: string) => ({ ...text, example });
const failed = object({ status: word('error'), message: text });
const envelope = (data: object) => object({ ok: flag, status: word('success'), state: word('open'), data }, ['data']);
const ask = await asking(
  api({
    '/tasks': {
      get: answer(envelope(array(Task))),
      post: {
        ...sending(object({ title: text }, ['title'])),
        ...answer(envelope(Task), '201', {
          400: { description: 'wrong', content: { 'application/json': { schema: failed } } },
        }),
      },
    },
    '/tasks/{id}': { ...path('id'), get: answer(envelope(Task)) },
  }),
);

test('an answer with a new record says that it succeeded, in the words of the document', async () => {
  const made = await ask('POST', '/tasks', { title: 'Rest' });
  expect(made.body).toMatchObject({ ok: true, status: 'success', data: { title: 'Rest' } });
  expect(made.body).not.toHaveProperty('state');
});

test('an error says that the request failed, in the word of the document', async () => {
  expect((await ask('POST', '/tasks', {})).body).toMatchObject({ status: 'error' });
});
