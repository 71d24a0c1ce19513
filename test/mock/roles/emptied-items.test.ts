import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const gone = { responses: { 204: { description: 'done' }, 404: { description: 'not found' } } };
/** A queue with messages, and an action on it. */
const queues = async (word: string, action: object, others: object = {}) =>
  asking(
    api(
      {
        '/queues': {
          get: answer(array(ref('Queue'))),
          post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Queue'), '201') },
        },
        '/queues/{name}': { ...path('name'), get: answer(ref('Queue')), delete: gone },
        '/queues/{name}/messages': {
          ...path('name'),
          get: answer(array(ref('Message'))),
          post: { ...sending(object({ body: text }, ['body'])), ...answer(ref('Message'), '201') },
        },
        [`/queues/{name}/${word}`]: { ...path('name'), post: { ...action, ...gone } },
        ...others,
      },
      {
        Queue: object({ name: text, messageCount: number }, ['name', 'messageCount']),
        Message: object({ id: number, body: text }, ['id', 'body']),
      },
    ),
  );

async function afterDeed(word: string, action: object): Promise<unknown> {
  const ask = await queues(word, action);
  for (const name of ['a', 'b']) {
    await ask('POST', '/queues', { name });
    for (const body of ['one', 'two']) await ask('POST', `/queues/${name}/messages`, { body });
  }
  expect((await ask('POST', `/queues/a/${word}`)).status).toBe(204);
  const { status, body } = await ask('GET', '/queues/a');
  if (status === 404) return 'deleted';
  expect((await ask('GET', '/queues/b')).body.messageCount).toBe(2);
  const { length } = (await ask('GET', '/queues/a/messages')).body;
  expect(body.messageCount).toBe(length);
  return length;
}

test.each<readonly [string, object, unknown]>([
  ['purge', { summary: 'Delete all messages of the queue' }, 0],
  ['purge', {}, 0],
  ['flush', { description: 'Removes every message from the queue.' }, 0],
  ['clear-messages', {}, 0],
  ['messages/clear', {}, 0],
  ['empty', {}, 0],
  ['purge', { summary: 'Permanently delete the queue' }, 'deleted'],
  ['clear', { summary: 'Clear the alarm' }, 2],
  ['purge', { summary: 'Delete all expired messages' }, 2],
  ['purge', { parameters: [{ name: 'before', in: 'query', schema: text }] }, 2],
  ['purge', { summary: 'Invalidates content at the edge.' }, 2],
  ['flush', { description: 'Removes all messages from the outbox.' }, 2],
  ['clear', { summary: 'Clears all messages from the selection of the queue.' }, 2],
  ['reset', { summary: 'Removes all message assignments.' }, 2],
  ['messages/clear', { summary: 'Marks every message as seen.' }, 2],
  ['messages/clear', { summary: 'Sets the state of the messages to cleared.' }, 2],
  ['clear', { summary: 'Delete all messages that are older than a day' }, 2],
  ['remove-message', { summary: 'Removes a message' }, 2],
  ['reset', { summary: 'Reset the queue' }, 2],
])('%s %o: %s', async (word, action, left) => {
  expect(await afterDeed(word, action)).toBe(left);
});

test('an action that empties the list of an item answers the item without entries, and with a total of zero', async () => {
  const ask = await asking(
    api(
      {
        '/carts': { post: answer(ref('Cart'), '201'), get: answer(array(ref('Cart'))) },
        '/carts/{id}': { ...path('id', number), get: answer(ref('Cart')) },
        '/carts/{id}/items': {
          ...path('id', number),
          post: {
            ...sending(object({ name: text, price: number, quantity: number }, ['name', 'price', 'quantity'])),
            ...answer(ref('Cart'), '201'),
          },
        },
        '/carts/{id}/clear': {
          ...path('id', number),
          post: { summary: 'Remove all items from the cart', ...answer(ref('Cart')) },
        },
      },
      {
        Item: object({ name: text, price: number, quantity: number }, ['name', 'price', 'quantity']),
        Cart: object({ id: number, items: array(ref('Item')), total: number }, ['id', 'items', 'total']),
      },
    ),
  );
  const { body: cart } = await ask('POST', '/carts', {});
  await ask('POST', `/carts/${cart.id}/items`, { name: 'pear', price: 2, quantity: 3 });
  expect((await ask('GET', `/carts/${cart.id}`)).body).toMatchObject({ items: [{ name: 'pear' }], total: 6 });
  expect((await ask('POST', `/carts/${cart.id}/clear`)).body).toEqual({ id: cart.id, items: [], total: 0 });
  expect((await ask('GET', `/carts/${cart.id}`)).body).toEqual({ id: cart.id, items: [], total: 0 });
});
