import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const money = { type: 'number' };
const lacking = { 404: { description: 'not found' }, 409: { description: 'The balance is lower than the amount' } };
const paid = (properties: object): object => sending(object(properties, Object.keys(properties)));
const actionOn = (name: string, properties: object, more: object = {}) => ({
  ...path('id'),
  post: { ...paid(properties), ...answer(ref(name), '200', more) },
});
const ask = await asking(
  api(
    {
      '/accounts': {
        get: answer(array(ref('Account'))),
        post: { ...sending(object({ owner: text }, ['owner'])), ...answer(ref('Account'), '201') },
      },
      '/accounts/{id}': { ...path('id'), get: answer(ref('Account')) },
      '/accounts/{id}/deposit': actionOn('Account', { amount: money }),
      '/accounts/{id}/add-funds': actionOn('Account', { amount: money }),
      '/accounts/{id}/withdraw': actionOn('Account', { amount: money }, lacking),
      '/accounts/{id}/redeem-voucher': actionOn('Account', { amount: money }),
      '/transfers': {
        get: answer(array(ref('Transfer'))),
        post: {
          ...paid({ fromAccountId: text, toAccountId: text, amount: money }),
          ...answer(ref('Transfer'), '201', { 422: { description: 'Insufficient funds' } }),
        },
      },
      '/transfers/{id}': { ...path('id'), get: answer(ref('Transfer')) },
      '/products': {
        get: answer(array(ref('Product'))),
        post: { ...paid({ name: text }), ...answer(ref('Product'), '201') },
      },
      '/products/{id}': { ...path('id'), get: answer(ref('Product')) },
      '/products/{id}/restock': actionOn('Product', { quantity: number }),
      '/products/{id}/increase': actionOn('Product', { quantity: number, type: { enum: ['add', 'set'] } }),
      '/products/{id}/adjust': actionOn(
        'Product',
        { delta: number },
        { 422: { description: 'The stock would be negative' } },
      ),
      '/orders': {
        get: answer(array(ref('Order'))),
        post: { ...paid({ quantity: number }), ...answer(ref('Order'), '201') },
      },
      '/orders/{id}': { ...path('id'), get: answer(ref('Order')) },
      '/orders/{id}/receive': actionOn('Order', { qty: number }),
    },
    {
      Account: object({ id: text, owner: text, balance: money }, ['id', 'owner', 'balance']),
      Transfer: object({ id: text, fromAccountId: text, toAccountId: text, amount: money }, ['id', 'amount']),
      Product: object({ id: text, name: text, stock: number }, ['id', 'name', 'stock']),
      Order: object({ id: text, quantity: number }, ['id', 'quantity']),
    },
  ),
);
const balanceOf = async (id: string): Promise<number> => (await ask('GET', `/accounts/${id}`)).body.balance;

test('a deposit raises the only number of its item that holds amounts, a withdrawal lowers it, and never below zero', async () => {
  const { id } = (await ask('POST', '/accounts', { owner: 'Zoe' })).body;
  expect((await ask('POST', `/accounts/${id}/deposit`, { amount: 100 })).body.balance).toBe(100);
  expect((await ask('POST', `/accounts/${id}/withdraw`, { amount: 30.5 })).body.balance).toBe(69.5);
  expect((await ask('POST', `/accounts/${id}/withdraw`, { amount: 500 })).status).toBe(409);
  expect(await balanceOf(id)).toBe(69.5);
  await ask('POST', `/accounts/${id}/add-funds`, { amount: 0.5 });
  expect(await balanceOf(id)).toBe(70);
});

test('an action about something else than the number leaves it', async () => {
  const { id } = (await ask('POST', '/accounts', { owner: 'Zoe' })).body;
  await ask('POST', `/accounts/${id}/redeem-voucher`, { amount: 3 });
  expect(await balanceOf(id)).toBe(0);
  const order = (await ask('POST', '/orders', { quantity: 4 })).body;
  expect((await ask('POST', `/orders/${order.id}/receive`, { qty: 2 })).body.quantity).toBe(4);
});

test('a transfer moves its amount between two records, or nothing where one has less', async () => {
  const [from, to] = [
    (await ask('POST', '/accounts', { owner: 'A' })).body.id,
    (await ask('POST', '/accounts', { owner: 'B' })).body.id,
  ];
  await ask('POST', `/accounts/${from}/deposit`, { amount: 10 });
  const body = { fromAccountId: from, toAccountId: to, amount: 4 };
  expect((await ask('POST', '/transfers', body)).status).toBe(201);
  expect([await balanceOf(from), await balanceOf(to)]).toEqual([6, 4]);
  expect((await ask('POST', '/transfers', { ...body, amount: 7 })).status).toBe(422);
  expect([await balanceOf(from), await balanceOf(to)]).toEqual([6, 4]);
});

test('an adjustment of a stock has a sign, and is refused where the stock would be negative', async () => {
  const { id, stock } = (await ask('POST', '/products', { name: 'bolt' })).body;
  await ask('POST', `/products/${id}/restock`, { quantity: 5 });
  expect((await ask('POST', `/products/${id}/adjust`, { delta: -2 })).body.stock).toBe(stock + 3);
  expect((await ask('POST', `/products/${id}/adjust`, { delta: -stock - 4 })).status).toBe(422);
  expect((await ask('GET', `/products/${id}`)).body.stock).toBe(stock + 3);
});

test('an amount beside a word for what becomes of it moves nothing', async () => {
  const { body: product } = await ask('POST', '/products', { name: 'p' });
  await ask('POST', `/products/${product.id}/increase`, { quantity: 5, type: 'set' });
  expect((await ask('GET', `/products/${product.id}`)).body).toEqual(product);
});
