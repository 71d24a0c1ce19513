import { expect, test } from 'vitest';
import { checked } from '../../laws/self-checked.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../../mock/little.ts';

const missing = { '404': { description: 'unknown' } };
const cartId = path('cartId').parameters;
const document = api(
  {
    '/carts': { post: { ...sending(object({ note: text })), ...answer(ref('Cart'), '201') } },
    '/carts/{cartId}': { parameters: cartId, get: answer(ref('Cart'), '200', missing) },
    '/carts/{cartId}/lines': {
      parameters: cartId,
      post: {
        ...sending(object({ productId: text, quantity: number }, ['productId', 'quantity'])),
        ...answer(ref('Cart'), '200', missing),
      },
    },
    '/carts/{cartId}/lines/{lineId}': {
      parameters: [...cartId, ...path('lineId').parameters],
      patch: { ...sending(object({ quantity: number }, ['quantity'])), ...answer(ref('Cart'), '200', missing) },
      delete: answer(ref('Cart'), '200', missing),
    },
  },
  {
    Line: object({ id: text, productId: text, quantity: number }, ['id', 'productId', 'quantity']),
    Cart: object({ id: text, note: text, lines: array(ref('Line')) }, ['id', 'lines']),
  },
);

test('An item is found by its values in the answer with the item above it, and can be changed and deleted', async () => {
  const { errors, unseen, passed } = await checked(document);
  expect(errors).toEqual([]);
  expect(unseen).toEqual([]);
  expect(passed).toBeGreaterThan(50);
});
