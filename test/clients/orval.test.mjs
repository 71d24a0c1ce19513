import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'orval';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unpack } from './documents.mjs';
import { serve } from './serve.mjs';

const petstore = serve('petstore3.yaml');
const folder = mkdtempSync(join(tmpdir(), 'standin-orval-'));
let api;

beforeAll(async () => {
  const document = unpack('petstore3.yaml');
  const target = join(folder, 'petstore.ts');
  const output = { target, client: 'fetch', baseUrl: `${petstore.url}/api/v3` };
  await generate({ input: { target: document.path }, output });
  document.remove();
  api = await import(/* @vite-ignore */ target);
});
afterAll(() => rmSync(folder, { recursive: true }));

const me = { headers: { authorization: 'Bearer token', api_key: 'special-key' } };
const PET = { name: 'Rex', photoUrls: ['https://example.com/rex.jpg'], status: 'available' };
const newPet = async (fields = {}) => (await api.addPet({ ...PET, ...fields }, me)).data;
const idsOf = (pets) => pets.map(({ id }) => id);

describe('A client that orval generated for the petstore', () => {
  test('a pet has an id and everything that was sent, nested things too', async () => {
    const sent = {
      ...PET,
      category: { id: 7, name: 'Dogs' },
      tags: [
        { id: 1, name: 'big' },
        { id: 2, name: 'old' },
      ],
    };
    const { status, data } = await api.addPet(sent, me);
    expect(status).toBe(200);
    expect(data).toMatchObject(sent);
    expect(Number.isInteger(data.id)).toBe(true);
  });

  test('an id that was sent is kept', async () => {
    expect((await newPet({ id: 4711 })).id).toBe(4711);
    expect((await api.getPetById(4711, me)).data.name).toBe('Rex');
  });

  test('a created pet is read as it was created', async () => {
    const pet = await newPet();
    expect((await api.getPetById(pet.id, me)).data).toEqual(pet);
  });

  test('a created pet has the same fields as one that was there before', async () => {
    const { data } = await api.findPetsByStatus({ status: 'available' }, me);
    expect(Object.keys(await newPet()).sort()).toEqual(Object.keys(data[0]).sort());
  });

  test('pets are found by their status only', async () => {
    const [here, sold] = [await newPet(), await newPet({ status: 'sold' })];
    const { data } = await api.findPetsByStatus({ status: 'sold' }, me);
    expect(idsOf(data)).toContain(sold.id);
    expect(idsOf(data)).not.toContain(here.id);
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['sold']));
  });

  test('pets are found by any of several tags', async () => {
    const big = await newPet({ tags: [{ id: 1, name: 'big' }] });
    const old = await newPet({ tags: [{ id: 2, name: 'old' }] });
    const none = await newPet();
    const found = idsOf((await api.findPetsByTags({ tags: ['big', 'old'] }, me)).data);
    expect(found).toEqual(expect.arrayContaining([big.id, old.id]));
    expect(found).not.toContain(none.id);
  });

  test('a replaced pet is found under its new status', async () => {
    const pet = await newPet();
    const { data } = await api.updatePet({ ...pet, name: 'Max', status: 'pending' }, me);
    expect(data).toMatchObject({ id: pet.id, name: 'Max', status: 'pending' });
    expect(idsOf((await api.findPetsByStatus({ status: 'pending' }, me)).data)).toContain(pet.id);
  });

  test('replacing a pet that is not there is 404', async () => {
    expect((await api.updatePet({ ...PET, id: 999_999 }, me)).status).toBe(404);
  });

  test('name and status of a pet are changed by query', async () => {
    const { id } = await newPet();
    await api.updatePetWithForm(id, { name: 'Max', status: 'sold' }, me);
    expect((await api.getPetById(id, me)).data).toMatchObject({ name: 'Max', status: 'sold' });
  });

  test('a deleted pet is 404', async () => {
    const { id } = await newPet();
    expect((await api.deletePet(id, me)).status).toBe(200);
    expect((await api.getPetById(id, me)).status).toBe(404);
  });

  test('a pet without photos is refused', async () => {
    const { status } = await api.addPet({ name: 'Rex' }, me);
    expect([400, 422]).toContain(status);
  });

  test('an id that is not a number is refused with 400', async () => {
    expect((await api.getPetById('rex', me)).status).toBe(400);
  });

  test('an uploaded image is answered in the documented shape', async () => {
    const { id } = await newPet();
    const { status, data } = await api.uploadFile(id, new Blob(['picture']), { additionalMetadata: 'front' }, me);
    expect(status).toBe(200);
    expect(Object.keys(data).sort()).toEqual(['code', 'message', 'type']);
  });

  // wrong today: a map of counts is drawn, and does not count records.
  test.fails('the inventory counts the pets of each status', async () => {
    const before = (await api.getInventory(me)).data;
    await newPet({ status: 'sold' });
    const after = (await api.getInventory(me)).data;
    expect(after.sold).toBe((before.sold ?? 0) + 1);
  });

  test('an order has what was sent and is read by its id', async () => {
    const pet = await newPet();
    const sent = { petId: pet.id, quantity: 2, status: 'placed', complete: false };
    const { status, data: order } = await api.placeOrder(sent, me);
    expect(status).toBe(200);
    expect(order).toMatchObject(sent);
    expect((await api.getOrderById(order.id, me)).data).toEqual(order);
  });

  test('a deleted order is 404', async () => {
    const { data: order } = await api.placeOrder({ quantity: 1, status: 'placed' }, me);
    await api.deleteOrder(order.id, me);
    expect((await api.getOrderById(order.id, me)).status).toBe(404);
  });

  test('a user is created, read by name, changed and deleted', async () => {
    await api.createUser({ username: 'ann', firstName: 'Ann', email: 'ann@example.com' }, me);
    expect((await api.getUserByName('ann', me)).data).toMatchObject({ username: 'ann', firstName: 'Ann' });
    await api.updateUser('ann', { username: 'ann', firstName: 'Anna' }, me);
    expect((await api.getUserByName('ann', me)).data.firstName).toBe('Anna');
    await api.deleteUser('ann', me);
    expect((await api.getUserByName('ann', me)).status).toBe(404);
  });

  test('each user of a list is created', async () => {
    await api.createUsersWithListInput([{ username: 'ann' }, { username: 'bob' }], me);
    expect((await api.getUserByName('ann', me)).status).toBe(200);
    expect((await api.getUserByName('bob', me)).data.username).toBe('bob');
  });

  test('logging in tells when the session ends', async () => {
    const { status, headers } = await api.loginUser(
      { username: 'ann', password: 'secret' },
      { headers: { ...me.headers, accept: 'application/json' } },
    );
    expect(status).toBe(200);
    expect(Date.parse(headers.get('x-expires-after'))).toBeGreaterThan(Date.now());
  });

  test('without credentials a pet cannot be added', async () => {
    expect((await api.addPet(PET)).status).toBe(401);
  });
});
