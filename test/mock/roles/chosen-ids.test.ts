import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const at = (name: string, schema: object = text): object => ({
  parameters: [{ name, in: 'path', required: true, schema }],
});
const own = { ...text, readOnly: true };
const missing = { 404: { description: 'There is none.' } };
const order = object({ id: text, note: text, idempotency_key: text }, ['id', 'note']);

const ask = await asking(
  api(
    {
      '/stores': {
        get: answer(array(ref('Store'))),
        post: { ...sending(object({ id: text, name: text }, ['id', 'name'])), ...answer(ref('Store')) },
      },
      '/stores/{store_id}': { ...at('store_id'), get: answer(ref('Store'), '200', missing) },
      '/stores/{store_id}/orders': {
        ...at('store_id'),
        get: answer(object({ store_id: text, orders: array(ref('Order')), total: number })),
        post: { ...sending(object({ note: text, idempotency_key: text }, ['note'])), ...answer(ref('Order'), '201') },
      },
      '/keys': { get: answer(array(ref('Key'))), post: answer(object({ keyid: number, key: text })) },
      '/keys/{keyid}': {
        ...at('keyid', { type: 'integer', format: 'int64' }),
        delete: { responses: { 200: { description: 'gone' }, ...missing } },
      },
    },
    { Store: object({ id: own, name: text }), Order: order, Key: object({ keyid: text, key: text }) },
  ),
);

test('an id that the body of a create must have is the one of the item, also where answers call it read-only', async () => {
  expect((await ask('POST', '/stores', { id: 'st1', name: 'S' })).body).toEqual({ id: 'st1', name: 'S' });
  expect((await ask('GET', '/stores/st1')).body.name).toBe('S');
});

test('a property beside a list repeats the parameter of the path with its name', async () => {
  await ask('POST', '/stores', { id: 'st2', name: 'S' });
  expect((await ask('GET', '/stores/st2/orders')).body).toEqual({ store_id: 'st2', orders: [], total: 0 });
});

test('the same request with the same key in its body is answered as before', async () => {
  await ask('POST', '/stores', { id: 'st3', name: 'S' });
  const make = (key: string) => ask('POST', '/stores/st3/orders', { note: 'n', idempotency_key: key });
  const first = await make('one');
  expect(await make('one')).toEqual(first);
  expect((await make('two')).body.id).not.toBe(first.body.id);
  expect((await ask('GET', '/stores/st3/orders')).body.total).toBe(2);
});

test('an id of digits is shown as a number where an answer has it so', async () => {
  const { keyid } = (await ask('POST', '/keys')).body;
  expect((await ask('GET', '/keys')).body.map((each: { keyid: string }) => each.keyid)).toContain(String(keyid));
  expect((await ask('DELETE', `/keys/${keyid}`)).status).toBe(200);
});

test.each([
  ['another id, where the document refuses nothing', {}, 200],
  ['a conflict, where the document has refusals', { 401: { description: 'who?' } }, 409],
])('a second record with an id that may be left out gets %s', async (_, others, status) => {
  const Show = object({ key: text, title: text }, ['title']);
  const again = await asking(
    api(
      {
        '/shows': {
          get: answer(array(ref('Show'))),
          post: { ...sending(ref('Show')), ...answer(ref('Show'), '200', others) },
        },
        '/shows/{key}': { ...at('key'), get: answer(ref('Show')) },
      },
      { Show },
    ),
  );
  expect((await again('POST', '/shows', { key: 'dunes', title: 'One' })).body.key).toBe('dunes');
  const second = await again('POST', '/shows', { key: 'dunes', title: 'Two' });
  expect(second.status).toBe(status);
  expect(second.body.key).not.toBe('dunes');
  expect((await again('GET', '/shows/dunes')).body.title).toBe('One');
});
