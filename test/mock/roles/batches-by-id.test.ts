import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Order = object({ id: text, location_id: text, version: number, note: text }, ['id', 'location_id']);
const Entry = object({ order_id: text, location_id: text, version: number });
const orders = { orders: array(ref('Order')), cursor: text };
const ask = await asking(
  api(
    {
      '/orders': {
        post: { ...sending(object({ location_id: text, note: text })), ...answer(ref('Order'), '201') },
      },
      '/orders/{order_id}': { ...path('order_id'), get: answer(ref('Order')) },
      '/orders/batch-retrieve': { post: { ...sending(object({ order_ids: array(text) })), ...answer(object(orders)) } },
      '/orders/search': {
        post: {
          ...sending(object({ location_ids: array(text), limit: number, cursor: text })),
          ...answer(object({ entries: array(Entry), ...orders })),
        },
      },
    },
    { Order },
  ),
);

const idsIn = (body: { orders: readonly { id: string }[] }): readonly string[] => body.orders.map(({ id }) => id);
const made = async (location: string): Promise<string> =>
  (await ask('POST', '/orders', { location_id: location, note: 'n' })).body.id;

test('records are found by their ids in a body', async () => {
  const [one, , three] = [await made('a'), await made('a'), await made('b')];
  const found = idsIn((await ask('POST', '/orders/batch-retrieve', { order_ids: [one, three] })).body);
  expect(found.toSorted()).toEqual([one, three].toSorted());
});

test('a search lists the records themselves, where a list of what refers to them stands beside', async () => {
  const [one, two] = [await made('c'), await made('d')];
  expect(idsIn((await ask('POST', '/orders/search', { location_ids: ['c'] })).body)).toEqual([one]);
  expect(idsIn((await ask('POST', '/orders/search', { location_ids: ['c', 'd'] })).body)).toEqual([one, two]);
});
