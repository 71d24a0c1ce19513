import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { brokenRules } from './invariants.ts';
import { openShop, type TestShop } from './shop.ts';

const id = fc.integer({ min: 1, max: 5 });
const quantity = fc.integer({ min: 1, max: 3 });
const status = fc.constantFrom('available', 'pending', 'sold');
const order = fc.record({ petId: id, quantity, complete: fc.boolean() }, { requiredKeys: [] });
const categoryId = fc.constantFrom(1, 2, 99);
const name = fc.constant('Rex');
const pet = fc.record({ name, categoryId, status }, { requiredKeys: ['name', 'categoryId'] });
const noBody = fc.constant({});

const act = (operation: string, body: fc.Arbitrary<object> = noBody) =>
  fc.tuple(fc.constant(operation), id, body as fc.Arbitrary<JsonObject>);

const request = fc.oneof(
  act('createPet', pet),
  act('replacePet', pet),
  act('updatePet', fc.record({ categoryId, status }, { requiredKeys: [] })),
  act('deletePet'),
  act('deleteCategory'),
  { arbitrary: act('placeOrder', order), weight: 4 },
  { arbitrary: act('replaceOrder', order), weight: 4 },
  { arbitrary: act('cancelOrder'), weight: 2 },
  act('setInventory', fc.record({ quantity: fc.integer({ min: 0, max: 3 }) })),
);

const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  createPet: ['201', 'unknown_reference'],
  replacePet: ['200', 'not_found', 'unknown_reference'],
  updatePet: ['200', 'not_found', 'unknown_reference'],
  deletePet: ['204', 'not_found', 'pet_in_use'],
  deleteCategory: ['204', 'not_found', 'category_in_use'],
  placeOrder: ['201', 'unknown_reference', 'pet_not_available', 'out_of_stock'],
  replaceOrder: ['200', 'not_found', 'unknown_reference', 'pet_not_available', 'out_of_stock', 'order_complete'],
  cancelOrder: ['204', 'not_found', 'order_complete'],
  setInventory: ['200', 'not_found'],
};

async function startShop(): Promise<TestShop> {
  const shop = openShop();
  for (const one of [1, 2]) shop.put('categories', { id: one, name: `kind ${one}` });
  for (const categoryId of [1, 2, 1]) await shop.act('createPet', {}, { name: 'Rex', categoryId });
  return shop;
}

const ordered = (shop: TestShop, petId: unknown) =>
  shop.all('orders').reduce((sum, one) => sum + (one['petId'] === petId ? Number(one['quantity']) : 0), 0);

/** What each living pet has in stock plus what is ordered of it. */
const supply = (shop: TestShop) =>
  new Map(shop.all('inventory').map((one) => [one['petId'], Number(one['quantity']) + ordered(shop, one['petId'])]));

describe('After any sequence of requests', () => {
  test('every rule of the shop holds, and every answer is one that the operation documents', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 25 }), async (requests) => {
        const shop = await startShop();
        for (const [operation, one, body] of requests) {
          const answer = await shop.act(operation, { petId: one, orderId: one, categoryId: one }, body);
          expect(DOCUMENTED[operation]).toContain(answer.body?.code ?? String(answer.status));
          expect(brokenRules(shop)).toEqual([]);
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('stock is neither made nor lost: only setting it changes what is in stock and ordered together', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 25 }), async (requests) => {
        const shop = await startShop();
        for (const [operation, one, body] of requests) {
          const before = supply(shop);
          await shop.act(operation, { petId: one, orderId: one, categoryId: one }, body);
          for (const [petId, total] of supply(shop))
            if (before.has(petId) && !(operation === 'setInventory' && petId === one))
              expect(total, `pet ${petId} after ${operation}`).toBe(before.get(petId));
        }
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  test('an order that was complete stays so, with the same pet and quantity', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 25 }), async (requests) => {
        const shop = await startShop();
        const complete = () =>
          new Map(shop.all('orders').flatMap((one) => (one['complete'] ? [[one['id'], one]] : [])));
        for (const [operation, one, body] of requests) {
          const before = complete();
          await shop.act(operation, { petId: one, orderId: one, categoryId: one }, body);
          for (const [orderId, { petId, quantity }] of before)
            expect(complete().get(orderId)).toMatchObject(
              JSON.parse(JSON.stringify({ petId, quantity, complete: true })),
            );
        }
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});
