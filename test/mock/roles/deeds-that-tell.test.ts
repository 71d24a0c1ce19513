import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const state = { type: 'string', enum: ['open', 'completed', 'cancelled'] };
const meta = object({ category: text, level: text });
const ask = await asking(
  api(
    {
      '/tasks': {
        get: answer(array(ref('Task'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Task'), '201') },
      },
      '/tasks/{taskId}': { ...path('taskId'), get: answer(ref('Task')) },
      '/tasks/{taskId}/cancel': {
        ...path('taskId'),
        post: answer(object({ id: text, status: state, note: text }, ['id', 'status'])),
      },
      '/tasks/{taskId}/meta/category': {
        ...path('taskId'),
        put: { ...sending(object({ category: text }, ['category'])), ...answer(ref('Task')) },
      },
    },
    { Task: object({ id: text, title: text, status: state, meta }, ['id', 'title', 'status', 'meta']) },
  ),
);

test('the answer of an action that shows its item in part tells whose state it has changed', async () => {
  const { id } = (await ask('POST', '/tasks', { title: 'a' })).body;
  expect((await ask('POST', `/tasks/${id}/cancel`)).body).toMatchObject({ id, status: 'cancelled' });
  expect((await ask('GET', `/tasks/${id}`)).body.status).toBe('cancelled');
});

test('a path that names a property of an object of the item sets it, and leaves the others', async () => {
  const { id, meta: before } = (await ask('POST', '/tasks', { title: 'a', meta: { level: 'low' } })).body;
  const after = { ...before, category: 'red' };
  expect((await ask('PUT', `/tasks/${id}/meta/category`, { category: 'red' })).body.meta).toEqual(after);
  expect((await ask('GET', `/tasks/${id}`)).body.meta).toEqual(after);
});

test('an answer that has little of the item tells its id and what has changed, each time', async () => {
  const order = { orderId: text, customer: text, street: text, city: text, note: text, status: state };
  const orders = await asking(
    api(
      {
        '/orders': {
          get: answer(array(ref('Order'))),
          post: {
            ...sending(object({ customer: text, note: text }, ['customer', 'note'])),
            ...answer(ref('Order'), '201'),
          },
        },
        '/orders/{orderId}': { ...path('orderId'), get: answer(ref('Order')) },
        '/orders/{orderId}/cancel': {
          ...path('orderId'),
          post: answer(
            object({ orderId: text, status: state, note: text, refund: { type: 'number' }, reason: text, by: text }, [
              'orderId',
              'status',
              'note',
            ]),
          ),
        },
      },
      { Order: object(order, Object.keys(order)) },
    ),
  );
  const { orderId } = (await orders('POST', '/orders', { customer: 'Ann', note: 'ring twice' })).body;
  for (let times = 0; times < 2; times += 1) {
    const told = (await orders('POST', `/orders/${orderId}/cancel`)).body;
    expect(told).toMatchObject({ orderId, status: 'cancelled' });
  }
});
