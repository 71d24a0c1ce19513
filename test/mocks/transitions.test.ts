import { beforeEach, describe, expect, test } from 'vitest';
import { openShop, type TestShop } from './shop.ts';

describe('The petstore', () => {
  let shop: TestShop;
  let pet: number;

  beforeEach(async () => {
    shop = openShop();
    shop.put('categories', { id: 1, name: 'Dogs' });
    pet = (await shop.act('createPet', {}, { name: 'Rex', categoryId: 1 })).body.id;
  });

  const stock = async (petId = pet) => (await shop.act('getInventoryItem', { petId })).body;
  const petNow = async () => (await shop.act('getPet', { petId: pet })).body;
  const order = (body: Record<string, unknown> = {}) =>
    shop.act('placeOrder', {}, { petId: pet, ...body } as Parameters<TestShop['act']>[2]);

  describe('A new pet', () => {
    test('without a status is available, with one in stock', async () => {
      const answer = await shop.act('createPet', {}, { name: 'Misty', categoryId: 1 });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({ id: answer.body.id, name: 'Misty', categoryId: 1, status: 'available' });
      expect(answer.location).toBe(`/pets/${answer.body.id}`);
      expect(await stock(answer.body.id)).toEqual({ petId: answer.body.id, quantity: 1, status: 'available' });
    });

    test.each(['pending', 'sold'])('that is %s starts without stock', async (status) => {
      const { body } = await shop.act('createPet', {}, { name: 'Misty', categoryId: 1, status });
      expect(await stock(body.id)).toEqual({ petId: body.id, quantity: 0, status });
    });

    test('of a category that does not exist is 422, naming categoryId', async () => {
      const answer = await shop.act('createPet', {}, { name: 'Misty', categoryId: 99 });
      expect(answer.body).toEqual({
        code: 'unknown_reference',
        message: 'categoryId 99 names no category',
        status: 422,
      });
    });

    test('gets an id from the shop, and keeps nothing that the interface does not know', async () => {
      const answer = await shop.act('createPet', {}, { id: 77, name: 'Misty', categoryId: 1, colour: 'grey' });
      expect(answer.body).toEqual({ id: pet + 1, name: 'Misty', categoryId: 1, status: 'available' });
    });
  });

  describe('Changing a pet', () => {
    test('PUT without a status makes it available, and leaves the stock as it is', async () => {
      await shop.act('updatePet', { petId: pet }, { status: 'sold' });
      const answer = await shop.act('replacePet', { petId: pet }, { id: 5, name: 'Max', categoryId: 1 });
      expect(answer).toMatchObject({
        status: 200,
        body: { id: pet, name: 'Max', categoryId: 1, status: 'available' },
      });
      expect(await stock()).toEqual({ petId: pet, quantity: 1, status: 'available' });
    });

    test('PATCH of the status shows in the inventory, and leaves the stock as it is', async () => {
      expect((await shop.act('updatePet', { petId: pet }, { status: 'pending' })).status).toBe(200);
      expect(await stock()).toEqual({ petId: pet, quantity: 1, status: 'pending' });
    });

    test.each(['replacePet', 'updatePet'])('%s to an unknown category is 422', async (operation) => {
      const answer = await shop.act(operation, { petId: pet }, { name: 'Rex', categoryId: 99 });
      expect(answer.body).toMatchObject({ code: 'unknown_reference', status: 422 });
      expect((await petNow()).categoryId).toBe(1);
    });

    test.each([
      'replacePet',
      'updatePet',
      'deletePet',
      'setInventory',
      'replaceOrder',
      'cancelOrder',
      'deleteCategory',
    ])('%s of what does not exist is 404, whatever else is wrong', async (operation) => {
      const path = { petId: 999, orderId: 999, categoryId: 999 };
      expect((await shop.act(operation, path, { name: 'Rex', categoryId: 99 })).status).toBe(404);
    });
  });

  describe('Removing', () => {
    test('a pet takes its inventory entry along', async () => {
      expect((await shop.act('deletePet', { petId: pet })).status).toBe(204);
      expect((await shop.act('getInventoryItem', { petId: pet })).status).toBe(404);
    });

    test('a pet in an order that is not complete is 409 pet_in_use', async () => {
      const { body } = await order();
      const answer = await shop.act('deletePet', { petId: pet });
      expect(answer.body).toMatchObject({ code: 'pet_in_use', status: 409 });
      expect(answer.body.message).toBe(`petId ${pet} is named by order ${body.id}, which is not complete`);
      expect(await stock()).toMatchObject({ quantity: 0 });
    });

    test('a pet of which only complete orders tell is allowed', async () => {
      await order({ complete: true });
      expect((await shop.act('deletePet', { petId: pet })).status).toBe(204);
    });

    test('a category that a pet belongs to is 409 category_in_use', async () => {
      const answer = await shop.act('deleteCategory', { categoryId: 1 });
      expect(answer.body).toMatchObject({ code: 'category_in_use', status: 409 });
      expect(answer.body.message).toBe(`categoryId 1 is the category of pet ${pet}`);
      await shop.act('deletePet', { petId: pet });
      expect((await shop.act('deleteCategory', { categoryId: 1 })).status).toBe(204);
    });
  });

  describe('Placing an order', () => {
    test('takes the quantity from the stock', async () => {
      await shop.act('setInventory', { petId: pet }, { quantity: 5 });
      const answer = await order({ quantity: 2, shipDate: '2026-02-01T10:00:00Z' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: 1,
        petId: pet,
        quantity: 2,
        shipDate: '2026-02-01T10:00:00Z',
        complete: false,
      });
      expect(answer.location).toBe('/store/orders/1');
      expect(await stock()).toEqual({ petId: pet, quantity: 3, status: 'available' });
    });

    test('orders one when it does not say how many, and the last one makes the pet pending', async () => {
      expect((await order()).body).toMatchObject({ quantity: 1, complete: false });
      expect(await stock()).toEqual({ petId: pet, quantity: 0, status: 'pending' });
      expect((await petNow()).status).toBe('pending');
    });

    test('needs nothing: {} is an order that is not complete', async () => {
      const answer = await shop.act('placeOrder', {}, {});
      expect(answer).toMatchObject({ status: 201, body: { id: 1, complete: false } });
      expect(Object.keys(answer.body)).toEqual(['id', 'complete']);
    });

    test('gives its own id, whatever the body says', async () => {
      expect((await shop.act('placeOrder', {}, { id: 77 })).body.id).toBe(1);
    });

    test('for a pet that does not exist is 422 unknown_reference', async () => {
      const answer = await order({ petId: 99 });
      expect(answer.body).toEqual({ code: 'unknown_reference', message: 'petId 99 names no pet', status: 422 });
    });

    test.each(['pending', 'sold'])('for a pet that is %s is 409 pet_not_available', async (status) => {
      await shop.act('updatePet', { petId: pet }, { status });
      const message = `petId ${pet} names a pet that is ${status}`;
      expect((await order()).body).toEqual({ code: 'pet_not_available', message, status: 409 });
    });

    test('for more than there is is 409 out_of_stock, and takes nothing', async () => {
      const message = `quantity 2 is more than the stock of pet ${pet}, which is 1`;
      expect((await order({ quantity: 2 })).body).toEqual({ code: 'out_of_stock', message, status: 409 });
      expect(await stock()).toMatchObject({ quantity: 1, status: 'available' });
    });

    test('for an available pet without stock is 409 out_of_stock', async () => {
      await shop.act('setInventory', { petId: pet }, { quantity: 0 });
      expect((await order()).body).toMatchObject({ code: 'out_of_stock' });
    });

    test('that is complete at once is judged as if it were not, and then fulfilled', async () => {
      expect((await order({ quantity: 2, complete: true })).body).toMatchObject({ code: 'out_of_stock' });
      expect((await order({ complete: true })).body).toMatchObject({ quantity: 1, complete: true });
      expect(await stock()).toEqual({ petId: pet, quantity: 0, status: 'sold' });
    });

    test('that is complete and leaves stock leaves the pet available', async () => {
      await shop.act('setInventory', { petId: pet }, { quantity: 2 });
      await order({ complete: true });
      expect(await stock()).toMatchObject({ quantity: 1, status: 'available' });
    });
  });

  describe('Replacing an order', () => {
    test('to complete sells a pet of which nothing is left', async () => {
      await order();
      const answer = await shop.act('replaceOrder', { orderId: 1 }, { petId: pet, quantity: 1, complete: true });
      expect(answer).toMatchObject({ status: 200, body: { id: 1, complete: true } });
      expect(await stock()).toEqual({ petId: pet, quantity: 0, status: 'sold' });
    });

    test('gives the old quantity back and takes the new', async () => {
      await shop.act('setInventory', { petId: pet }, { quantity: 5 });
      await order({ quantity: 4 });
      expect((await shop.act('replaceOrder', { orderId: 1 }, { petId: pet, quantity: 5 })).status).toBe(200);
      expect(await stock()).toMatchObject({ quantity: 0, status: 'pending' });
      expect((await shop.act('replaceOrder', { orderId: 1 }, { petId: pet, quantity: 2 })).status).toBe(200);
      expect(await stock()).toMatchObject({ quantity: 3, status: 'available' });
    });

    test('is all or nothing', async () => {
      await order();
      const answer = await shop.act('replaceOrder', { orderId: 1 }, { petId: pet, quantity: 2 });
      expect(answer.body).toMatchObject({ code: 'out_of_stock', status: 409 });
      expect(await stock()).toMatchObject({ quantity: 0, status: 'pending' });
      expect((await shop.act('getOrder', { orderId: 1 })).body).toMatchObject({ quantity: 1 });
    });

    test('by one for another pet frees the first', async () => {
      const other = (await shop.act('createPet', {}, { name: 'Luna', categoryId: 1 })).body.id;
      await order();
      expect((await shop.act('replaceOrder', { orderId: 1 }, { petId: other })).status).toBe(200);
      expect(await stock()).toMatchObject({ quantity: 1, status: 'available' });
      expect(await stock(other)).toMatchObject({ quantity: 0, status: 'pending' });
    });

    test('by one for a pet that does not exist is 422', async () => {
      await order();
      const answer = await shop.act('replaceOrder', { orderId: 1 }, { petId: 99 });
      expect(answer.body).toMatchObject({ code: 'unknown_reference', status: 422 });
      expect(await stock()).toMatchObject({ quantity: 0, status: 'pending' });
    });

    test('with another ship date only leaves stock and status alone', async () => {
      await order();
      await shop.act('updatePet', { petId: pet }, { status: 'sold' });
      const body = { petId: pet, quantity: 1, shipDate: '2026-05-01T00:00:00Z' };
      expect((await shop.act('replaceOrder', { orderId: 1 }, body)).body).toEqual({
        id: 1,
        ...body,
        complete: false,
      });
      expect(await stock()).toMatchObject({ quantity: 0, status: 'sold' });
    });

    test.each([
      ['complete', { complete: false }],
      ['quantity', { quantity: 2 }],
      ['petId', { petId: 99 }],
    ])('that is complete cannot change %s', async (field, change) => {
      await order({ complete: true });
      const answer = await shop.act(
        'replaceOrder',
        { orderId: 1 },
        { petId: pet, quantity: 1, complete: true, ...change },
      );
      const message = `${field} of a complete order cannot change`;
      expect(answer.body).toEqual({ code: 'order_complete', message, status: 409 });
    });

    test('that is complete may change its ship date', async () => {
      await order({ complete: true });
      const body = { petId: pet, quantity: 1, shipDate: '2026-05-01T00:00:00Z', complete: true };
      expect((await shop.act('replaceOrder', { orderId: 1 }, body)).body).toEqual({ id: 1, ...body });
    });
  });

  describe('Cancelling an order', () => {
    test('puts the stock back and makes a pending pet available', async () => {
      await order();
      expect((await shop.act('cancelOrder', { orderId: 1 })).status).toBe(204);
      expect(await stock()).toEqual({ petId: pet, quantity: 1, status: 'available' });
      expect((await shop.act('getOrder', { orderId: 1 })).status).toBe(404);
    });

    test('leaves a sold pet sold', async () => {
      await order();
      await shop.act('updatePet', { petId: pet }, { status: 'sold' });
      await shop.act('cancelOrder', { orderId: 1 });
      expect(await stock()).toEqual({ petId: pet, quantity: 1, status: 'sold' });
    });

    test('that is complete is 409 order_complete', async () => {
      await order({ complete: true });
      const message = 'orderId 1 names a complete order, which cannot be cancelled';
      expect((await shop.act('cancelOrder', { orderId: 1 })).body).toEqual({
        code: 'order_complete',
        message,
        status: 409,
      });
    });

    test('never lets the stock grow beyond what can be counted', async () => {
      await shop.act('setInventory', { petId: pet }, { quantity: 5 });
      await order({ quantity: 5 });
      await shop.act('setInventory', { petId: pet }, { quantity: 1_000_000 });
      await shop.act('cancelOrder', { orderId: 1 });
      expect(await stock()).toMatchObject({ quantity: 1_000_000 });
    });
  });

  describe('Setting the stock', () => {
    test.each(['sold', 'pending'])('above 0 makes a pet that is %s and in no open order available', async (status) => {
      await shop.act('updatePet', { petId: pet }, { status });
      const answer = await shop.act('setInventory', { petId: pet }, { quantity: 3 });
      expect(answer).toMatchObject({ status: 200, body: { petId: pet, quantity: 3, status: 'available' } });
      expect((await petNow()).status).toBe('available');
    });

    test('above 0 leaves a pet pending that an order waits for', async () => {
      await order();
      await shop.act('setInventory', { petId: pet }, { quantity: 3 });
      expect(await stock()).toEqual({ petId: pet, quantity: 3, status: 'pending' });
    });

    test('to 0 leaves the status as it is', async () => {
      expect((await shop.act('setInventory', { petId: pet }, { quantity: 0 })).body).toMatchObject({
        status: 'available',
      });
    });
  });
});
