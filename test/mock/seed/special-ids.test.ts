import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const missing = { 404: { description: '' } };
const Folder = object({ id: text, name: text, parent: object({ id: text }) }, ['name']);
const Shop = object({ id: text, name: text }, ['id', 'name']);
const Phone = object({ phone_number: text, iso_country: text }, ['phone_number']);
const Country = object({ country_code: text, name: text }, ['country_code', 'name']);
const at = (name: string, description: string): object => ({
  parameters: [{ name, in: 'path', required: true, description, schema: text }],
});
const shop = at('shop_id', 'The ID of the shop. If the string "me" is supplied, then the shop of the caller is meant.');
const country = at('country_code', 'The [ISO-3166-1](https://example.com) country code.');

const ask = await asking(
  api(
    {
      '/folders': { post: { ...sending(ref('Folder')), ...answer(ref('Folder'), '201') } },
      '/folders/{folder_id}': {
        ...at('folder_id', 'The id is in the address, as `123`. The root folder is\nalways represented by the ID `0`.'),
        get: answer(ref('Folder'), '200', missing),
      },
      '/shops': { get: answer(array(ref('Shop'))) },
      '/shops/{shop_id}': { ...shop, get: answer(ref('Shop'), '200', missing) },
      '/shops/{shop_id}/orders': { ...shop, get: answer(array(object({ id: text })), '200', missing) },
      '/countries': { get: answer(array(ref('Country'))) },
      '/countries/{country_code}': { ...country, get: answer(ref('Country'), '200', missing) },
      '/countries/{country_code}/numbers': { ...country, get: answer(array(Phone), '200', missing) },
    },
    { Folder, Shop, Country },
  ),
);

test('an id that an item is described to have always is found, and no other', async () => {
  expect((await ask('GET', '/folders/0')).body.id).toBe('0');
  expect((await ask('GET', '/folders/123')).status).toBe(404);
  expect((await ask('POST', '/folders', { name: 'new', parent: { id: '0' } })).body.parent.id).toBe('0');
});

test('a word that is described in place of an id is a record that there is, also above others', async () => {
  const shops = (await ask('GET', '/shops')).body;
  const own = (await ask('GET', '/shops/me')).body;
  expect(shops).toContainEqual(own);
  expect((await ask('GET', '/shops/me/orders')).body).toEqual((await ask('GET', `/shops/${own.id}/orders`)).body);
  expect((await ask('GET', '/shops/unknown')).status).toBe(404);
});

test('a country is there by its code, because no request creates countries', async () => {
  expect((await ask('GET', '/countries/IS')).body.country_code).toBe('IS');
  expect((await ask('GET', '/countries/IS/numbers')).body.length).toBeGreaterThan(0);
  expect((await ask('GET', '/countries/nowhere/numbers')).status).toBe(404);
});
