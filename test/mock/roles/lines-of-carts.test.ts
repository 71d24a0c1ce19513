import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const cartId = path('cartId').parameters;
const ids = [...cartId, ...path('lineId').parameters];
const missing = { '404': { description: 'unknown' } };
const money = object({ amount: { type: 'number', multipleOf: 0.01, minimum: 0 }, currency: { enum: ['EUR', 'USD'] } }, [
  'amount',
  'currency',
]);

const document = api(
  {
    '/carts': { post: { ...sending(object({})), ...answer(ref('Cart'), '201') } },
    '/carts/{cartId}': { parameters: cartId, get: answer(ref('Cart'), '200', missing) },
    '/carts/{cartId}/lines': {
      parameters: cartId,
      post: {
        ...sending(object({ productId: text, quantity: number }, ['productId', 'quantity'])),
        ...answer(ref('Cart'), '200', missing),
      },
    },
    '/carts/{cartId}/lines/{lineId}': {
      parameters: ids,
      put: { ...sending(object({ quantity: number }, ['quantity'])), ...answer(ref('Cart'), '200', missing) },
      delete: answer(ref('Cart'), '200', missing),
    },
    '/products': { get: answer(array(ref('Product'))) },
    '/products/{productId}': { ...path('productId'), get: answer(ref('Product')) },
    '/orders': { get: answer(array(ref('Order'))) },
    '/orders/{orderId}': { ...path('orderId'), get: answer(ref('Order')) },
  },
  {
    Product: object({ id: text, name: text }, ['id', 'name']),
    Line: object({ id: text, productId: text, quantity: number, unitPrice: money, lineTotal: money }, [
      'id',
      'productId',
      'quantity',
      'unitPrice',
      'lineTotal',
    ]),
    Cart: object({ id: text, lines: array(ref('Line')), total: money }, ['id', 'lines', 'total']),
    Order: object({ id: text, lines: array(ref('Line')), total: money }, ['id', 'lines', 'total']),
  },
);

interface Money {
  readonly amount: number;
  readonly currency: string;
}
interface Cart {
  readonly id: string;
  readonly lines: readonly {
    readonly id: string;
    readonly productId: string;
    readonly quantity: number;
    readonly unitPrice: Money;
    readonly lineTotal: Money;
  }[];
  readonly total: Money;
}

const sumOf = ({ lines }: Cart): number => lines.reduce((sum, { lineTotal }) => sum + lineTotal.amount, 0);

describe('lines of a cart, whose writes answer with the cart', () => {
  test('are created, changed and deleted in that cart', async () => {
    const ask = await asking(document);
    const empty = (await ask('POST', '/carts', {})).body as Cart;
    expect(empty).toMatchObject({ lines: [], total: { amount: 0 } });
    const added = await ask('POST', `/carts/${empty.id}/lines`, { productId: 'p-1', quantity: 2 });
    const cart = added.body as Cart;
    expect(added.status).toBe(200);
    expect(cart).toMatchObject({ id: empty.id, lines: [{ productId: 'p-1', quantity: 2 }] });
    expect((await ask('GET', `/carts/${empty.id}`)).body).toEqual(cart);
    const line = cart.lines[0]?.id;
    const more = (await ask('PUT', `/carts/${empty.id}/lines/${line}`, { quantity: 5 })).body as Cart;
    expect(more).toMatchObject({ id: empty.id, lines: [{ id: line, productId: 'p-1', quantity: 5 }] });
    expect((await ask('DELETE', `/carts/${empty.id}/lines/${line}`)).body).toMatchObject({ id: empty.id, lines: [] });
    expect((await ask('DELETE', `/carts/${empty.id}/lines/${line}`)).status).toBe(404);
  });

  test('add up to the total of the cart', async () => {
    const ask = await asking(document);
    const { id } = (await ask('POST', '/carts', {})).body as Cart;
    await ask('POST', `/carts/${id}/lines`, { productId: 'p-1', quantity: 2 });
    const two = (await ask('POST', `/carts/${id}/lines`, { productId: 'p-2', quantity: 3 })).body as Cart;
    expect(two.lines.map(({ quantity }) => quantity)).toEqual([2, 3]);
    for (const { quantity, unitPrice, lineTotal } of two.lines)
      expect(lineTotal.amount).toBeCloseTo(quantity * unitPrice.amount, 2);
    expect(two.total.amount).toBeCloseTo(sumOf(two), 2);
    const line = two.lines[0]?.id;
    const more = (await ask('PUT', `/carts/${id}/lines/${line}`, { quantity: 7 })).body as Cart;
    expect(more.lines[0]?.lineTotal.amount).toBeCloseTo(7 * (more.lines[0]?.unitPrice.amount ?? 0), 2);
    expect(more.total.amount).toBeCloseTo(sumOf(more), 2);
  });
});

test('Seeded orders have one currency, the sum of their lines as the total, and products that exist', async () => {
  const ask = await asking(document);
  const products = ((await ask('GET', '/products')).body as readonly { id: string }[]).map(({ id }) => id);
  const orders = (await ask('GET', '/orders')).body as readonly Cart[];
  const lines = orders.flatMap((order) => order.lines);
  expect(lines.length).toBeGreaterThan(3);
  for (const order of orders) {
    if (order.lines.length > 0) expect(order.total.amount).toBeCloseTo(sumOf(order), 2);
    const currencies = order.lines.flatMap((line) => [line.unitPrice.currency, line.lineTotal.currency]);
    expect([...new Set([...currencies, order.total.currency])]).toEqual([order.total.currency]);
  }
  for (const { quantity, unitPrice, lineTotal, productId } of lines) {
    expect(lineTotal.amount).toBeCloseTo(quantity * unitPrice.amount, 2);
    expect(products).toContain(productId);
  }
});
