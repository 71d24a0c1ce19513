import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const parcel = { id: 'prc_9f82kd71', locker: 'lck_4t71ab20', weight: '12.50', label: 'two words' };
const fields = { id: text, locker: text, weight: text, label: text };

/** The same resource, with its example beside the schema of the list or in the schema of the item. */
const documents = {
  'of the list': [object(fields, ['id']), { example: { data: [parcel] } }],
  'of the schema': [{ ...object(fields, ['id']), example: parcel }, {}],
} as const;

test.each(Object.entries(documents))('records have the form of the example %s', async (_, [schema, shown]) => {
  const listed = {
    responses: {
      200: {
        description: 'all',
        content: { 'application/json': { schema: object({ data: array(ref('Parcel')) }), ...shown } },
      },
    },
  };
  const ask = await asking(
    api(
      {
        '/parcels': { get: listed, post: { ...sending(object({ label: text })), ...answer(ref('Parcel'), '201') } },
        '/parcels/{id}': { ...path('id'), get: answer(ref('Parcel'), '200', { 404: { description: 'None.' } }) },
      },
      { Parcel: schema },
    ),
  );
  const made = (await ask('POST', '/parcels', { label: 'mine' })).body;
  const { data } = (await ask('GET', '/parcels')).body;
  expect(data.length).toBe(11);
  for (const each of [...data, made]) {
    expect(each.id).toMatch(/^prc_[0-9a-z]{8}$/);
    expect(each.locker).toMatch(/^lck_[0-9a-z]{8}$/);
    expect(each.weight).toMatch(/^\d\d\.\d\d$/);
  }
  expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(11);
});

test('a created record has the documented value of a property whose name only ends like that of an id', async () => {
  const shown = { id: 'lot_41', grid: 'north', monkey: 'Capuchin', lotKey: 'k-17', token: 't-99' };
  const lot = object({ id: text, grid: text, monkey: text, lotKey: text, token: text, label: text });
  const schema = ref('Lot');
  const documented = { description: 'made', content: { 'application/json': { schema, example: shown } } };
  const ask = await asking(
    api(
      {
        '/lots': {
          get: answer(array(ref('Lot'))),
          post: { ...sending(object({ label: text })), responses: { 201: documented } },
        },
        '/lots/{id}': { ...path('id'), get: answer(ref('Lot')) },
      },
      { Lot: lot },
    ),
  );
  const { body } = await ask('POST', '/lots', { label: 'mine' });
  expect(body).toMatchObject({ grid: 'north', monkey: 'Capuchin', label: 'mine' });
  for (const unique of ['id', 'lotKey', 'token'] as const) expect(body[unique]).not.toBe(shown[unique]);
});

test('a record of three dots in the example of a list is left out', async () => {
  const rest = { id: '...', label: '...' };
  const shown = object({ data: array(object({ id: text, label: text }, ['id'])), total: { type: 'integer' } });
  const example = { data: [{ id: 'a1', label: 'First' }, rest], total: 42 };
  const content = { 'application/json': { schema: shown, example } };
  const ask = await asking(api({ '/boxes': { get: { responses: { 200: { description: 'all', content } } } } }));
  const { data } = (await ask('GET', '/boxes')).body;
  expect(data).toContainEqual(example.data[0]);
  expect(data).not.toContainEqual(rest);
});
