import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

// A chat: what is sent and what is answered stand under the name of the thing, with other things beside it.
const note = { type: 'object', additionalProperties: text };
const shown = object({ message: ref('Message'), duration: text, pending: note }, ['duration']);
const sent = object({ message: object({ id: text, text }, ['text']), skip_push: { type: 'boolean' } }, ['message']);
const ask = await asking(
  api(
    {
      '/rooms/{roomId}': { ...path('roomId'), get: answer(object({ roomId: text, topic: text }, ['roomId'])) },
      '/rooms/{roomId}/message': { ...path('roomId'), post: { ...sending(sent), ...answer(shown, '201') } },
      '/rooms/{roomId}/messages': {
        ...path('roomId'),
        get: answer(object({ messages: array(ref('Message')), duration: text })),
      },
      '/messages/{id}': {
        ...path('id'),
        get: answer(shown, '200', { 404: { description: 'unknown' } }),
        post: { ...sending(sent), ...answer(shown) },
        delete: answer(object({ duration: text })),
      },
    },
    { Message: object({ id: text, text, html: text, roomId: text, pinned: { type: 'boolean' } }, ['id', 'text']) },
  ),
);

const hello = async (): Promise<{ id: string }> =>
  (await ask('POST', '/rooms/r1/message', { message: { text: 'Hello' } })).body.message;

test('what is sent under the name of the thing is the thing', async () => {
  expect((await ask('POST', '/rooms/r1/message', { message: { text: 'Hello' } })).body.message.text).toBe('Hello');
});

test('it is read again by its id, and is not found when it is deleted', async () => {
  const { id } = await hello();
  expect((await ask('GET', `/messages/${id}`)).body.message).toMatchObject({ id, text: 'Hello' });
  await ask('DELETE', `/messages/${id}`);
  expect((await ask('GET', `/messages/${id}`)).status).toBe(404);
});

test('a POST on its path changes what is sent of it', async () => {
  const { id } = await hello();
  expect((await ask('POST', `/messages/${id}`, { message: { text: 'Bye' } })).body.message).toMatchObject({
    id,
    text: 'Bye',
  });
  expect((await ask('GET', `/messages/${id}`)).body.message.text).toBe('Bye');
});
