import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const Order = object({ id: text, status: text }, ['id', 'status']);
const Line = object({ id: text, name: text }, ['id', 'name']);
const count = (name: string): object => answer(object({ [name]: number, unit: text }, [name]));
const ask = await asking(
  api(
    {
      '/orders': {
        get: { ...query('status'), ...answer(array(ref('Order'))) },
        post: { ...sending(object({ status: text }, ['status'])), ...answer(ref('Order'), '201') },
      },
      '/orders/count': { get: { ...query('status'), ...count('counter') } },
      '/orders/{id}': { ...path('id'), get: answer(ref('Order')), delete: answer(ref('Order')) },
      '/orders/{id}/lines': {
        ...path('id'),
        get: answer(array(ref('Line'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Line'), '201') },
      },
      '/orders/{id}/lines/count': { ...path('id'), get: answer(number) },
      '/reports/count': { get: answer(object({ orders: number, lines: number }, ['orders', 'lines'])) },
    },
    { Order, Line },
  ),
);

test('a count beside a list is the number of its items', async () => {
  const { body: listed } = await ask('GET', '/orders');
  expect((await ask('GET', '/orders/count')).body).toMatchObject({ counter: listed.length });
  const { body: made } = await ask('POST', '/orders', { status: 'strange' });
  expect((await ask('GET', '/orders/count')).body).toMatchObject({ counter: listed.length + 1 });
  await ask('DELETE', `/orders/${made.id}`);
  expect((await ask('GET', '/orders/count')).body).toMatchObject({ counter: listed.length });
});

test('a count is filtered as its list is', async () => {
  await ask('POST', '/orders', { status: 'rare' });
  expect((await ask('GET', '/orders/count?status=rare')).body).toMatchObject({ counter: 1 });
});

test('a count below an item is of its own items, and may be a number alone', async () => {
  const { body: order } = await ask('POST', '/orders', { status: 'open' });
  expect((await ask('GET', `/orders/${order.id}/lines/count`)).body).toBe(0);
  await ask('POST', `/orders/${order.id}/lines`, { name: 'tea' });
  expect((await ask('GET', `/orders/${order.id}/lines/count`)).body).toBe(1);
});
