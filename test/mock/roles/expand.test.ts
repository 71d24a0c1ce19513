import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const answer = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const Keeper = { $ref: '#/components/schemas/Keeper' };
const Animal = { $ref: '#/components/schemas/Animal' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const expand = {
  name: 'expand',
  in: 'query',
  schema: { type: 'array', items: { type: 'string' } },
  explode: false,
  style: 'form',
};
const fields = { name: 'fields', in: 'query', schema: { type: 'string' } };
const attributes = {
  name: 'attributes',
  in: 'query',
  description: 'Comma delimited list of attributes to limit to in the response.',
  schema: { type: 'string' },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'zoo', version: '1' },
  paths: {
    '/keepers': {
      get: { responses: { 200: answer({ type: 'array', items: Keeper }) } },
      post: {
        requestBody: { content: { 'application/json': { schema: Keeper } } },
        responses: { 201: answer(Keeper) },
      },
    },
    '/keepers/{id}': {
      parameters: [id, attributes],
      get: {
        responses: { 200: answer({ type: 'object', properties: { data: Keeper } }), 404: { description: '' } },
      },
    },
    '/animals': {
      get: {
        parameters: [expand, fields],
        responses: { 200: answer({ type: 'object', properties: { data: { type: 'array', items: Animal } } }) },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: Animal } } },
        responses: { 201: answer(Animal) },
      },
    },
    '/animals/{id}': {
      parameters: [id, expand],
      get: { parameters: [fields], responses: { 200: answer(Animal), 404: { description: '' } } },
    },
  },
  components: {
    schemas: {
      Keeper: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
      },
      Animal: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', readOnly: true },
          species: { type: 'string' },
          keeper: { anyOf: [{ type: 'string' }, Keeper] },
        },
      },
    },
  },
};

const ask = await asking(document);

test('a record that was there before names another one by its id', async () => {
  const { body } = await ask('GET', '/animals');
  for (const { keeper } of body.data) expect(typeof keeper).toBe('string');
});

test('`expand` shows the record in place of its id, in an item and in a list', async () => {
  const { body: keeper } = await ask('POST', '/keepers', { name: 'Kim' });
  const { body: animal } = await ask('POST', '/animals', { species: 'yak', keeper: keeper.id });
  expect(animal.keeper).toBe(keeper.id);
  expect((await ask('GET', `/animals/${animal.id}?expand=keeper`)).body.keeper).toEqual(keeper);
  const { body } = await ask('GET', '/animals?expand=data.keeper');
  expect(body.data.find((each: { id: string }) => each.id === animal.id).keeper).toEqual(keeper);
});

test('a parameter that selects by its description does so in an envelope, and an unknown name selects nothing', async () => {
  const { body: keeper } = await ask('POST', '/keepers', { name: 'Lou' });
  const read = async (query: string): Promise<object> => (await ask('GET', `/keepers/${keeper.id}${query}`)).body;
  expect(await read('')).toEqual({ data: keeper });
  expect(await read('?attributes=id')).toEqual({ data: { id: keeper.id } });
  expect(await read('?attributes=id,none')).toEqual({ data: keeper });
});

test('`fields` leaves out what it does not name, and keeps what has to be there', async () => {
  const { body } = await ask('GET', '/animals?fields=species');
  for (const animal of body.data) expect(Object.keys(animal).sort()).toEqual(['id', 'species']);
});

test('`fields` may name the properties of the items in brackets', async () => {
  const { body } = await ask('GET', '/animals?fields=data(id,species)');
  for (const animal of body.data) expect(Object.keys(animal).sort()).toEqual(['id', 'species']);
});

const Contact = { type: 'object', properties: { city: { type: 'string' }, street: { type: 'string' } } };
const shop = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' }, contact: Contact } };
const excluded = {
  name: 'exclude_fields',
  in: 'query',
  description: 'A comma-separated list of fields to exclude.',
  schema: { type: 'string' },
};
const chosen = {
  name: 'opt_fields',
  in: 'query',
  description: 'Fields to return. The id of an object is always returned.',
  schema: { type: 'array', items: { type: 'string' } },
  explode: false,
  style: 'form',
};
const shops = {
  openapi: '3.1.0',
  info: { title: 'shops', version: '1' },
  paths: {
    '/shops': {
      get: {
        parameters: [fields, excluded],
        responses: {
          200: answer({
            type: 'object',
            properties: { shops: { type: 'array', items: shop }, total: { type: 'integer' } },
          }),
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: shop } } },
        responses: { 201: answer(shop) },
      },
    },
    '/shops/{id}': { parameters: [id, chosen], get: { responses: { 200: answer(shop), 404: { description: '' } } } },
  },
};
const inShops = await asking(shops);

test('fields are selected and excluded by path, from the answer or from the record', async () => {
  await inShops('POST', '/shops', { name: 'Corner', contact: { city: 'Bern', street: 'Long' } });
  const selected = (await inShops('GET', '/shops?fields=shops.name,shops.contact.city')).body.shops;
  expect(selected.at(-1)).toEqual({ name: 'Corner', contact: { city: 'Bern' } });
  const rest = (await inShops('GET', '/shops?exclude_fields=shops.contact.street,shops.name')).body;
  expect(rest.shops.at(-1)).toEqual({ id: expect.any(String), contact: { city: 'Bern' } });
  expect(rest.total).toBe(rest.shops.length);
});

test('paths from the answer select what stands beside the records', async () => {
  const names = async (paths: string) => Object.keys((await inShops('GET', `/shops?fields=${paths}`)).body).sort();
  expect(await names('shops.name')).toEqual(['shops']);
  expect(await names('shops.name,total')).toEqual(['shops', 'total']);
  expect(await names('name')).toEqual(['shops', 'total']);
});

test('a selection keeps the id where the description promises it', async () => {
  const made = (await inShops('POST', '/shops', { name: 'Corner', contact: { city: 'Bern' } })).body;
  const { body } = await inShops('GET', `/shops/${made.id}?opt_fields=name`);
  expect(body).toEqual({ id: made.id, name: 'Corner' });
});
