import { expect, test } from 'vitest';
import { asking } from './ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from './little.ts';

const time = { type: 'string', format: 'date-time' };
const date = { type: 'string', format: 'date' };
const money = { type: 'number' };
const items = (name: string, schema: string, body: object, key = 'id'): object => ({
  [`/${name}`]: {
    get: answer(array(ref(schema))),
    post: { ...sending(body), ...answer(ref(schema), '201', { 404: { description: 'None.' } }) },
  },
  [`/${name}/{${key}}`]: {
    ...path(key),
    get: answer(ref(schema)),
    patch: { ...sending(body), ...answer(ref(schema)) },
  },
});
const named = object({ id: text, name: text }, ['id', 'name']);

test('the length of a service is not the time in which it is valid', async () => {
  const values = { name: text, durationMinutes: number, validFrom: date, validTo: date };
  const Service = object({ id: text, ...values }, ['id', ...Object.keys(values)]);
  const ask = await asking(api(items('services', 'Service', object(values)), { Service }));
  const sent = { name: 'a', durationMinutes: 45, validFrom: '2026-01-01', validTo: '2026-12-31' };
  const { id } = (await ask('POST', '/services', sent)).body;
  expect((await ask('PATCH', `/services/${id}`, { validTo: '2026-11-30' })).body.durationMinutes).toBe(45);
});

test('an agreed price of a stay is kept by a change of something else', async () => {
  const stay = { roomId: text, checkIn: date, checkOut: date, totalPrice: money, guests: number };
  const Room = object({ id: text, pricePerNight: money }, ['id', 'pricePerNight']);
  const Booking = object({ id: text, ...stay }, ['id', 'roomId', 'checkIn', 'checkOut', 'totalPrice']);
  const rooms = items('rooms', 'Room', object({ pricePerNight: money }));
  const ask = await asking(api({ ...rooms, ...items('bookings', 'Booking', object(stay)) }, { Room, Booking }));
  const roomId = (await ask('POST', '/rooms', { pricePerNight: 100 })).body.id;
  const sent = { roomId, checkIn: '2026-01-01', checkOut: '2026-01-03', totalPrice: 150 };
  const { id } = (await ask('POST', '/bookings', sent)).body;
  expect((await ask('PATCH', `/bookings/${id}`, { guests: 2 })).body.totalPrice).toBe(150);
  expect((await ask('PATCH', `/bookings/${id}`, { checkOut: '2026-01-04' })).body.totalPrice).toBe(300);
});

test('owners of pets, names of senders and keys of variants differ from users and products', async () => {
  const paths = {
    ...items('users', 'User', object({ name: text })),
    ...items('pet-owners', 'Owner', object({ name: text })),
    ...items('pets', 'Pet', object({ ownerId: text })),
    ...items('texts', 'Text', object({ senderId: text })),
    ...items('products', 'Product', object({ sku: text, name: text }), 'sku'),
    ...items('variants', 'Variant', object({ sku: text, size: text })),
  };
  const Pet = object({ id: text, ownerId: text }, ['id', 'ownerId']);
  const Text = object({ id: text, senderId: { type: 'string', maxLength: 11 } }, ['id', 'senderId']);
  const Product = object({ sku: text, name: text }, ['sku', 'name']);
  const Variant = object({ id: text, sku: text, size: text }, ['id', 'sku', 'size']);
  const ask = await asking(api(paths, { User: named, Owner: named, Pet, Text, Product, Variant }));
  const ownerId = (await ask('POST', '/pet-owners', { name: 'o' })).body.id;
  expect((await ask('POST', '/pets', { ownerId })).status).toBe(201);
  expect((await ask('POST', '/texts', { senderId: 'ACME' })).status).toBe(201);
  expect((await ask('POST', '/variants', { sku: 'NEW', size: 'L' })).status).toBe(201);
});

test('a product keeps a name of its own beside its category', async () => {
  const values = { name: text, price: money, quantity: number, categoryId: text };
  const Product = object({ id: text, ...values }, ['id', ...Object.keys(values)]);
  const categories = items('categories', 'Category', object({ name: text }));
  const ask = await asking(
    api({ ...categories, ...items('products', 'Product', object(values)) }, { Product, Category: named }),
  );
  const names = (await ask('GET', '/categories')).body.map(({ name }: { name: string }) => name);
  for (const { name } of (await ask('GET', '/products')).body) expect(names).not.toContain(name);
});

test('from bounds no time where it names an airport', async () => {
  const Flight = object({ id: text, departure: time, origin: text }, ['id', 'departure', 'origin']);
  const [from] = query('from').parameters;
  const parameters = [{ ...from, description: 'IATA code of the departure airport' }];
  const paths = {
    '/flights': { get: { ...answer(array(ref('Flight'))), parameters } },
    '/flights/{id}': { ...path('id'), get: answer(ref('Flight')) },
  };
  const ask = await asking(api(paths, { Flight }));
  expect((await ask('GET', '/flights?from=AMS')).body.length).toBeGreaterThan(0);
});

test('a cursor that is called a place in the list leads on in a list that begins with the newest', async () => {
  const Job = object({ id: text, name: text, created_at: time }, ['id', 'name', 'created_at']);
  const [after] = query('after').parameters;
  const description = 'A cursor. `after` is an object ID that defines your place in the list.';
  const [limit] = query('limit', number).parameters;
  const get = {
    description: 'Lists jobs, newest first.',
    ...answer(array(ref('Job'))),
    parameters: [{ ...after, description }, limit],
  };
  const post = { ...sending(object({ name: text })), ...answer(ref('Job'), '201') };
  const ask = await asking(
    api({ '/jobs': { get, post }, '/jobs/{id}': { ...path('id'), get: answer(ref('Job')) } }, { Job }),
  );
  const made = [];
  for (const name of ['1', '2', '3']) made.push((await ask('POST', '/jobs', { name })).body);
  expect((await ask('GET', `/jobs?limit=2&after=${made[2].id}`)).body).toEqual([made[1], made[0]]);
});
