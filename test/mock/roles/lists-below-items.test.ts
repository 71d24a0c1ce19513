import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'there is none' } };
const Zone = object({ name: text, owner: text });
const Entry = object({ name: text, ttl: number, values: array(text) }, ['name']);
const all = (...names: readonly string[]): { readonly parameters: readonly object[] } => ({
  parameters: names.flatMap((name) => path(name).parameters),
});
const ask = await asking(
  api(
    {
      '/zones': { get: answer(object({ value: array(ref('Zone')) })) },
      '/zones/{zone}': {
        ...path('zone'),
        get: answer(ref('Zone'), '200', missing),
        put: { ...sending(ref('Zone')), ...answer(ref('Zone')) },
        delete: { responses: { 204: { description: 'gone' }, ...missing } },
      },
      '/zones/{zone}/{type}': { ...all('zone', 'type'), get: answer(object({ value: array(ref('Entry')) })) },
      '/zones/{zone}/{type}/{name}': {
        ...all('zone', 'type', 'name'),
        get: answer(ref('Entry'), '200', missing),
        put: { ...sending(object({ ttl: number, values: array(text) })), ...answer(ref('Entry')) },
        patch: { ...sending(object({ ttl: number })), ...answer(ref('Entry'), '200', missing) },
        delete: { responses: { 204: { description: 'gone' }, ...missing } },
      },
    },
    { Zone, Entry },
  ),
);
const names = async (at: string): Promise<readonly string[]> =>
  (await ask('GET', at)).body.value.map(({ name }: { name: string }) => name);

test('a list for each value of a parameter below an item has its own items', async () => {
  await ask('PUT', '/zones/shop', { owner: 'me' });
  await ask('PUT', '/zones/shop/A/www', { ttl: 60, values: ['1.2.3.4'] });
  await ask('PUT', '/zones/shop/TXT/www', { ttl: 30, values: ['hello'] });
  expect((await ask('GET', '/zones/shop/A/www')).body).toMatchObject({ name: 'www', ttl: 60, values: ['1.2.3.4'] });
  expect((await ask('GET', '/zones/shop/TXT/www')).body).toMatchObject({ name: 'www', ttl: 30 });
  expect((await ask('PATCH', '/zones/shop/A/www', { ttl: 5 })).body).toMatchObject({ ttl: 5, values: ['1.2.3.4'] });
  expect(await names('/zones/shop/A')).toContain('www');
  expect((await ask('GET', '/zones/shop/MX/www')).status).toBe(404);
});

test('its items go alone, and with the item above them', async () => {
  await ask('PUT', '/zones/other', { owner: 'me' });
  for (const at of ['A/one', 'A/two', 'TXT/one']) await ask('PUT', `/zones/other/${at}`, { ttl: 1 });
  await ask('DELETE', '/zones/other/A/one');
  expect((await ask('GET', '/zones/other/A/one')).status).toBe(404);
  expect((await ask('GET', '/zones/other/TXT/one')).status).toBe(200);
  await ask('DELETE', '/zones/other');
  expect((await ask('GET', '/zones/other/A/two')).status).toBe(404);
});
