import { describe, expect, test } from 'vitest';
import { KINDS } from '../../mocks/petstore/animals.ts';
import mocks from '../../mocks/petstore/index.ts';
import { brokenRules } from './invariants.ts';
import { openShop } from './shop.ts';

const RESOURCES = ['pets', 'categories', 'orders', 'inventory'];

async function shopWith(start: string, seed = 1) {
  const shop = openShop();
  await shop.seed(start, seed);
  return shop;
}

const count = (of: { [key: string]: unknown }[], field: string, value: unknown) =>
  of.filter((one) => one[field] === value).length;

describe('The shop at the start', () => {
  test('can be default, empty, sold-out or large', () => {
    expect(Object.keys(mocks.startingStates ?? {})).toEqual(['default', 'empty', 'sold-out', 'large']);
  });

  test.each(['default', 'empty', 'sold-out', 'large'])('%s keeps every rule', async (start) => {
    expect(brokenRules(await shopWith(start))).toEqual([]);
  });

  test.each(['default', 'sold-out', 'large'])(
    '%s is the same for the same seed, and another for another',
    async (start) => {
      const state = async (seed: number) => {
        const shop = await shopWith(start, seed);
        return JSON.stringify(RESOURCES.map((resource) => shop.all(resource).slice(0, 100)));
      };
      expect(await state(7)).toBe(await state(7));
      expect(await state(7)).not.toBe(await state(8));
    },
  );

  test('default has 6 categories, 40 pets about 60/20/20, an inventory entry each, and 25 orders', async () => {
    const shop = await shopWith('default');
    expect(RESOURCES.map((resource) => shop.all(resource).length)).toEqual([40, 6, 25, 40]);
    const pets = shop.all('pets');
    expect(['available', 'pending', 'sold'].map((status) => count(pets, 'status', status))).toEqual([24, 8, 8]);
  });

  test('default names every pet as its kind is named, and no two of a kind alike', async () => {
    const shop = await shopWith('default');
    for (const pet of shop.all('pets')) {
      const kind = KINDS[Number(pet['categoryId']) - 1];
      expect(kind?.petNames).toContain(pet['name']);
      expect(
        shop.all('pets').filter((one) => one['name'] === pet['name'] && one['categoryId'] === pet['categoryId']),
      ).toHaveLength(1);
    }
  });

  test('default: what is pending was ordered, what is sold was shipped, what is available is in stock', async () => {
    const shop = await shopWith('default');
    for (const { id, status } of shop.all('pets')) {
      const entry = shop.all('inventory').find((one) => one['petId'] === id);
      expect(Number(entry?.['quantity']) > 0).toBe(status === 'available');
      const orders = shop.all('orders').filter((one) => one['petId'] === id);
      if (status === 'pending') expect(orders).toMatchObject([{ complete: false }]);
      if (status === 'sold') expect(orders).toMatchObject([{ complete: true }]);
    }
    for (const { shipDate, complete } of shop.all('orders')) expect(String(shipDate) < '2026-01-01').toBe(complete);
  });

  test('default lets every example of the document succeed', async () => {
    const shop = await shopWith('default');
    expect((await shop.act('deletePet', { petId: 38 })).status).toBe(204);
    expect((await shop.act('deleteCategory', { categoryId: 6 })).status).toBe(204);
    expect((await shop.act('placeOrder', {}, { petId: 1, quantity: 1 })).status).toBe(201);
    expect((await shop.act('replaceOrder', { orderId: 2 }, { petId: 2, quantity: 1 })).status).toBe(200);
    expect((await shop.act('cancelOrder', { orderId: 3 })).status).toBe(204);
  });

  test('sold-out has nothing to sell', async () => {
    const shop = await shopWith('sold-out');
    expect(count(shop.all('pets'), 'status', 'sold')).toBe(40);
    expect(count(shop.all('inventory'), 'quantity', 0)).toBe(40);
    expect((await shop.act('placeOrder', {}, { petId: 1 })).body).toMatchObject({ code: 'pet_not_available' });
  });

  test('large has 100 000 pets', async () => {
    const shop = await shopWith('large');
    expect(RESOURCES.map((resource) => shop.all(resource).length)).toEqual([100_000, 6, 62_500, 100_000]);
  });
});

describe('The factories', () => {
  const fake = { helpers: { arrayElement: <T>(of: readonly T[]) => of[0] } } as never;

  test('name a pet after its kind', () => {
    expect(mocks.factories?.['pets']?.({ id: 1, known: { categoryId: 2 }, fake })).toEqual({
      name: 'Misty',
      status: 'available',
    });
  });

  test('know the kinds by their category ids', () => {
    expect(mocks.factories?.['categories']?.({ id: 3, known: {}, fake })).toMatchObject({ name: 'Birds' });
  });
});
