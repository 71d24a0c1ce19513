import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

// Clients choose the properties of rows.
const missing = { 404: { description: 'missing' } };
const anything = { type: 'object' };
const SHEETS = {
  '/sheets': { get: answer(array(ref('Sheet'))), post: { ...sending(ref('Sheet')), ...answer(ref('Sheet'), '201') } },
  '/sheets/{id}': { ...path('id'), get: answer(ref('Sheet'), '200', missing) },
};
const SCHEMAS = {
  Sheet: object({ id: text, name: text }),
  Row: { ...object({ id: number, madeAt: text }), additionalProperties: true },
};

test('a list of any objects in a body creates records of the collection', async () => {
  const rows = {
    ...path('id'),
    get: answer(object({ data: array(ref('Row')) }), '200', missing),
    post: {
      ...sending(object({ data: array(anything), dry: { type: 'boolean' } }, ['data'])),
      ...answer(object({ count: number }), '200', missing),
    },
  };
  const ask = await asking(api({ ...SHEETS, '/sheets/{id}/rows': rows }, SCHEMAS));
  const { id } = (await ask('POST', '/sheets', { name: 'Pets' })).body;
  await ask('POST', `/sheets/${id}/rows`, { data: [{ pet: 'dog' }, { pet: 'cat' }] });
  const { data } = (await ask('GET', `/sheets/${id}/rows`)).body;
  expect(data.map(({ pet }: { pet: string }) => pet)).toEqual(['dog', 'cat']);
});

test('the free object in a body is what a record with any properties has', async () => {
  const sent = sending(object({ data: anything, tag: text }, ['data']));
  const ask = await asking(
    api(
      {
        '/rows': { get: answer(array(ref('Row'))), post: { ...sent, ...answer(ref('Row'), '201') } },
        '/rows/{id}': { ...path('id', number), get: answer(ref('Row')) },
      },
      SCHEMAS,
    ),
  );
  const { body } = await ask('POST', '/rows', { data: { pet: 'dog', age: 3 } });
  expect(body).toMatchObject({ pet: 'dog', age: 3 });
  expect(body).not.toHaveProperty('data');
  expect((await ask('GET', `/rows/${body.id}`)).body).toMatchObject({ pet: 'dog', age: 3 });
});

test('a search below an item shows the records that were created there, even if its answer holds any objects', async () => {
  const rows = {
    '/sheets/{id}/rows': {
      ...path('id'),
      post: { ...sending(anything), ...answer(object({ data: ref('Row') }), '200', missing) },
    },
    '/sheets/{id}/rows/{row}': {
      parameters: ['id', 'row'].map((name) => ({ name, in: 'path', required: true, schema: text })),
      get: answer(object({ data: ref('Row') }), '200', missing),
    },
    '/sheets/{id}/rows/search': {
      ...path('id'),
      post: { ...sending(object({ text })), ...answer(object({ data: array(anything) }), '200', missing) },
    },
  };
  const ask = await asking(api({ ...SHEETS, ...rows }, SCHEMAS));
  const { id } = (await ask('POST', '/sheets', { name: 'Pets' })).body;
  await ask('POST', `/sheets/${id}/rows`, { pet: 'dog' });
  const { data } = (await ask('POST', `/sheets/${id}/rows/search`, {})).body;
  expect(data.map(({ pet }: { pet: string }) => pet)).toEqual(['dog']);
});
