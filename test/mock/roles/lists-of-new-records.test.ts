import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, sending, text } from '../little.ts';

// A document that repeats each schema where it is used.
const line = (): object => object({ id: text, product: text, quantity: number }, ['id']);
const order = (): object => object({ id: text, store_id: text, lines: array(line()) }, ['id', 'lines']);
const missing = { 404: { description: '' } };
const at = (...names: readonly string[]): object => ({ parameters: names.flatMap((name) => path(name).parameters) });
const ask = await asking(
  api({
    '/stores': { get: answer(array(object({ id: text, name: text }, ['id']))) },
    '/stores/{store_id}': { ...at('store_id'), get: answer(object({ id: text, name: text }, ['id'])) },
    '/stores/{store_id}/orders': {
      ...at('store_id'),
      get: answer(array(order())),
      post: { ...sending(object({ id: text, lines: array(line()) }, ['id', 'lines'])), ...answer(order(), '201') },
    },
    '/stores/{store_id}/orders/{order_id}': { ...at('store_id', 'order_id'), get: answer(order(), '200', missing) },
    '/stores/{store_id}/orders/{order_id}/lines': { ...at('store_id', 'order_id'), get: answer(array(line())) },
    '/stores/{store_id}/orders/{order_id}/lines/{line_id}': {
      ...at('store_id', 'order_id', 'line_id'),
      get: answer(line(), '200', missing),
      delete: { responses: { 204: { description: 'deleted' }, ...missing } },
    },
    '/stores/{store_id}/interest-categories': {
      ...at('store_id'),
      get: answer(array(object({ id: text, title: text }, ['id']))),
    },
    '/stores/{store_id}/interest-categories/{interest_category_id}': {
      ...at('store_id', 'interest_category_id'),
      get: answer(object({ id: text, title: text }, ['id'])),
    },
    '/stores/{store_id}/interest-categories/{interest_category_id}/interests': {
      ...at('store_id', 'interest_category_id'),
      get: answer(array(object({ id: text, category_id: text, name: text }, ['id', 'category_id']))),
      post: {
        ...sending(object({ name: text }, ['name'])),
        ...answer(object({ id: text, category_id: text, name: text }, ['id', 'category_id']), '201'),
      },
    },
    '/stores/{store_id}/interest-categories/{interest_category_id}/interests/{interest_id}': {
      ...at('store_id', 'interest_category_id', 'interest_id'),
      get: answer(object({ id: text, category_id: text, name: text }, ['id', 'category_id']), '200', missing),
    },
  }),
);
const [{ id: store }] = (await ask('GET', '/stores')).body;
const lines = [
  { id: 'l1', product: 'hat', quantity: 2 },
  { id: 'l2', product: 'cap', quantity: 1 },
];

describe('what stands in the list of a new record', () => {
  test('is found on the paths below that record', async () => {
    expect((await ask('POST', `/stores/${store}/orders`, { id: 'o1', lines })).status).toBe(201);
    expect((await ask('GET', `/stores/${store}/orders/o1/lines`)).body).toEqual(lines);
    expect((await ask('GET', `/stores/${store}/orders/o1/lines/l2`)).body).toEqual(lines[1]);
  });

  test('is gone from the record when it was deleted there', async () => {
    await ask('POST', `/stores/${store}/orders`, { id: 'o2', lines });
    expect((await ask('DELETE', `/stores/${store}/orders/o2/lines/l1`)).status).toBe(204);
    expect((await ask('GET', `/stores/${store}/orders/o2`)).body.lines).toEqual([lines[1]]);
  });
});

test('a record names the item above it by the last word of its name', async () => {
  const [{ id }] = (await ask('GET', `/stores/${store}/interest-categories`)).body;
  const made = await ask('POST', `/stores/${store}/interest-categories/${id}/interests`, { name: 'rowing' });
  expect(made.body).toMatchObject({ name: 'rowing', category_id: id });
});
