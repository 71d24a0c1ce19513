import { describe, expect, it } from 'vitest';
import { many, object, ref, see, small, text, whole } from '../documents.ts';

const PET = object({ id: whole, name: text });

async function relations(properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) {
  const order = object({ id: whole, quantity: whole, ...properties }, required);
  const api = await small(
    {
      'GET /pets': { answer: many(ref('Pet')) },
      'GET /pets/{petId}': { answer: ref('Pet') },
      'GET /orders': { answer: many(order) },
      'GET /orders/{orderId}': { answer: order },
    },
    { Pet: PET },
  );
  return see(api).model.resource('orders')?.relations;
}

describe('A relation', () => {
  it.each([
    ['petId', whole, '/petId'],
    ['pet_id', whole, '/pet_id'],
    ['from_pet_id', whole, '/from_pet_id'],
    ['destinationPetId', whole, '/destinationPetId'],
    ['petIds', many(whole), '/petIds/*'],
    ['pet_ids', many(whole), '/pet_ids/*'],
    ['pet', object({ id: whole }), '/pet/id'],
    ['pet', ref('Pet'), '/pet/id'],
    ['pets', many(ref('Pet')), '/pets/*/id'],
    ['pet', whole, '/pet'],
    ['pets', many(whole), '/pets/*'],
  ])('is seen in %s', async (name, schema, pointer) => {
    expect(await relations({ [name]: schema })).toEqual([{ pointer, resource: 'pets', required: false }]);
  });

  it.each([
    ['petCode', 'code', [{ pointer: '/petCode', resource: 'pets', required: false }]],
    ['petName', 'name', []],
    ['petCode', 'tag', []],
  ])('is seen in %s where pets are found by their %s: %j', async (name, key, found) => {
    const order = object({ id: whole, [name]: text });
    const api = await small(
      {
        'GET /pets': { answer: many(object({ [key]: text })) },
        [`GET /pets/{${key}}`]: { answer: object({ [key]: text }) },
        'GET /orders': { answer: many(order) },
        'GET /orders/{orderId}': { answer: order },
      },
      {},
    );
    expect(see(api).model.resource('orders')?.relations).toEqual(found);
  });

  it.each([
    ['pet', 'ID of an existing pet', true],
    ['companion', 'The ID of the pet that comes along.', true],
    ['pet', 'Name of the pet', false],
    ['note', 'The ID of the pet in your system', false],
    ['car', 'ID of a car', false],
  ])('is seen in %s where its description is "%s": %s', async (name, description, isSeen) => {
    const order = object({ id: text, [name]: text });
    const api = await small({
      'GET /pets': { answer: many(object({ id: text, name: text })) },
      'GET /pets/{petId}': { answer: object({ id: text, name: text }) },
      'GET /orders': { answer: many(order) },
      'GET /orders/{orderId}': { answer: order },
      'POST /orders': { body: object({ [name]: { ...text, description } }), answer: order },
    });
    const found = isSeen ? [{ pointer: `/${name}`, resource: 'pets', required: false }] : [];
    expect(see(api).model.resource('orders')?.relations).toEqual(found);
  });

  it.each([
    ['sku', 'sku', ['products']],
    ['isbn', 'isbn', ['products']],
    ['code', 'code', []],
    ['label_name', 'label_name', []],
    ['sku', 'article', []],
  ])(
    'of a property %s, where %s names the items of another collection, goes to %j',
    async (property, parameter, to) => {
      const Product = object({ [property]: text, price: { type: 'integer' } });
      const Reservation = object({ id: text, [property]: text, quantity: { type: 'integer' } });
      const api = await small({
        'GET /products': { answer: many(Product) },
        [`GET /products/{${parameter}}`]: { answer: Product },
        'GET /reservations': { answer: many(Reservation) },
        'POST /reservations': { body: Reservation, answer: Reservation },
        'GET /reservations/{id}': { answer: Reservation },
      });
      expect(
        see(api)
          .model.resource('reservations')
          ?.relations.map(({ resource }) => resource),
      ).toEqual(to);
    },
  );

  it('is required where its property is', async () => {
    expect((await relations({ petId: whole }, ['petId']))?.[0]?.required).toBe(true);
  });

  it.each([
    ['a word that no resource has', { carId: whole }],
    ['a type that the id never has', { petId: { type: 'boolean' } }],
    ['a property that only sounds like one', { pet: text }],
    ['a number of them', { pets: whole }],
    ['a number with a bound', { pet: { type: 'integer', maximum: 9 } }],
  ])('is not seen in %s', async (_, properties) => {
    expect(await relations(properties)).toEqual([]);
  });

  it('is not seen in the id of the entity itself', async () => {
    const ticket = object({ ticket_id: text, title: text });
    const { model } = see(
      await small({ 'GET /tickets': { answer: many(ticket) }, 'GET /tickets/{ticketId}': { answer: ticket } }),
    );
    expect(model.resource('tickets')?.relations).toEqual([]);
  });

  it('is not seen in the id inside the envelope of an item, whatever else is called like the envelope', async () => {
    const kind = object({ category: object({ id: whole, name: text }) });
    const category = object({ id: whole, title: text });
    const { model } = see(
      await small({
        'GET /categories': { answer: many(category) },
        'GET /categories/{id}': { answer: category },
        'GET /customer_categories': { answer: many(kind) },
        'GET /customer_categories/{id}': { answer: kind },
      }),
    );
    expect(model.resource('customer_categories')).toMatchObject({ id: { property: '/category/id' }, relations: [] });
  });

  it('goes to the nearest of two resources of one word, and to none where both are as near', async () => {
    const pet = object({ id: whole, name: text });
    const order = object({ id: whole, petId: whole });
    const paths = (...names: string[]) =>
      Object.fromEntries(
        names.flatMap((n) => [
          [`GET ${n}`, { answer: many(pet) }],
          [`GET ${n}/{petId}`, { answer: { ...pet, description: n } }],
        ]),
      );
    const near = see(await small({ ...paths('/a/pets', '/b/pets'), 'GET /a/orders': { answer: many(order) } }, {}));
    expect(near.model.resource('orders')?.relations[0]?.resource).toBe('a.pets');
    const unsure = see(await small({ ...paths('/a/pets', '/b/pets'), 'GET /orders': { answer: many(order) } }, {}));
    expect(unsure.model.resource('orders')?.relations).toEqual([]);
  });
});

describe('A parent', () => {
  it('is the collection that a path goes through, with the property that repeats it', async () => {
    const { model } = see(
      await small({
        'GET /users': { answer: many(object({ id: text, name: text })) },
        'GET /users/{userId}': { answer: object({ id: text, name: text }) },
        'GET /users/{userId}/notes': { answer: many(object({ id: text, user_id: text, text })) },
        'GET /users/{userId}/keys': { answer: many(object({ id: text, key: text })) },
      }),
    );
    expect(model.resource('notes')?.parent).toEqual({ resource: 'users', parameter: 'userId', property: 'user_id' });
    expect(model.resource('keys')?.parent).toEqual({ resource: 'users', parameter: 'userId' });
    expect(model.resource('users')?.parent).toBeUndefined();
  });
});
