import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const uid = { ...text, description: 'Optional unique identifier for the shop' };
const at = {
  parameters: [
    { name: 'shop_id', in: 'path', required: true, schema: { ...text, description: "The shop's ID or UID" } },
  ],
};
const missing = { 404: { description: 'There is none.' } };
const shop = object({ name: text, uid }, ['name']);
const ask = await asking(
  api(
    {
      '/shops': {
        get: answer(array(ref('Shop'))),
        post: { ...sending(shop), ...answer(ref('Shop'), '201', { 409: { description: 'Conflict' } }) },
      },
      '/shops/{shop_id}': {
        ...at,
        get: answer(ref('Shop'), '200', missing),
        put: { ...sending(shop), ...answer(ref('Shop'), '200', missing) },
      },
      '/shops/{shop_id}/orders': {
        ...at,
        get: answer(array(ref('Order')), '200', missing),
        post: { ...sending(object({ note: text }, ['note'])), ...answer(ref('Order'), '201', missing) },
      },
      '/shops/{shop_id}/orders/{order_id}': {
        parameters: [...at.parameters, { name: 'order_id', in: 'path', required: true, schema: text }],
        get: answer(ref('Order'), '200', missing),
      },
    },
    {
      Order: object({ id: { ...text, readOnly: true }, note: text }, ['id', 'note']),
      Shop: object({ id: { ...text, readOnly: true }, name: text, uid }, ['id', 'name']),
    },
  ),
);

test('an item is found by the other name that its path parameter may hold', async () => {
  const { id } = (await ask('POST', '/shops', { name: 'A', uid: 'shop-a' })).body;
  expect((await ask('GET', '/shops/shop-a')).body.id).toBe(id);
  await ask('PUT', '/shops/shop-a', { name: 'B', uid: 'shop-a' });
  expect((await ask('GET', `/shops/${id}`)).body.name).toBe('B');
  expect((await ask('GET', '/shops/shop-x')).status).toBe(404);
});

test('a name that is described as unique is taken once, where the document has a 409', async () => {
  expect((await ask('POST', '/shops', { name: 'C', uid: 'shop-c' })).status).toBe(201);
  expect((await ask('POST', '/shops', { name: 'D', uid: 'shop-c' })).status).toBe(409);
  expect((await ask('POST', '/shops', { name: 'E' })).status).toBe(201);
  expect((await ask('POST', '/shops', { name: 'E' })).status).toBe(201);
});

test('what is nested in an item is found by both names of the item', async () => {
  const { id } = (await ask('POST', '/shops', { name: 'F', uid: 'shop-f' })).body;
  const order = (await ask('POST', '/shops/shop-f/orders', { note: 'n' })).body;
  expect((await ask('GET', `/shops/${id}/orders/${order.id}`)).body).toEqual(order);
  const other = (await ask('POST', `/shops/${id}/orders`, { note: 'm' })).body;
  expect((await ask('GET', '/shops/shop-f/orders')).body).toEqual([order, other]);
  expect((await ask('GET', '/shops/shop-y/orders')).status).toBe(404);
});

test('a description says by which other property an item may be named', async () => {
  const room = object({ sid: text, unique_name: text }, ['sid']);
  const sid = {
    ...text,
    description: 'A string that identifies this room. Can also be the `unique_name` of the room.',
  };
  const inRooms = await asking(
    api({
      '/rooms': {
        get: answer(array(room)),
        post: { ...sending(object({ unique_name: text })), ...answer(room, '201') },
      },
      '/rooms/{sid}': { parameters: [{ name: 'sid', in: 'path', required: true, schema: sid }], get: answer(room) },
    }),
  );
  const made = (await inRooms('POST', '/rooms', { unique_name: 'hall' })).body;
  expect((await inRooms('GET', '/rooms/hall')).body).toEqual(made);
});
