import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, number, object, path, ref, text } from '../little.ts';

const ask = await asking(
  api(
    {
      '/chats/{id}': {
        ...path('id', { anyOf: [number, text] }),
        get: answer(ref('Chat'), '200', { 404: { description: '' } }),
      },
    },
    { Chat: object({ id: number, title: text }, ['id']) },
  ),
);

test('an id may be a negative number', async () => {
  expect((await ask('GET', '/chats/-1001')).body).toMatchObject({ id: -1001 });
  expect((await ask('GET', '/chats/none')).status).toBe(404);
});
