import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const item = object({ id: text, name: text }, ['id', 'name']);
const problem = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const missing = { 404: problem(object({ kind: text, explanation: text, status: number }, ['kind', 'explanation'])) };
const invalid = { 400: problem(object({ faults: array(text) }, ['faults'])) };
const ask = await asking(
  api(
    {
      '/films': {
        get: answer(array(ref('Item'))),
        post: { ...sending(ref('Item')), ...answer(ref('Item'), '201', invalid) },
      },
      '/films/{id}': { ...path('id'), get: answer(ref('Item'), '200', missing) },
      '/songs': { get: answer(array(ref('Item'))), post: { ...sending(ref('Item')), ...answer(ref('Item'), '201') } },
      '/songs/{id}': { ...path('id'), get: answer(ref('Item')) },
    },
    { Item: item },
  ),
);

test('an error that an operation does not document has the form that others have for its status', async () => {
  const { status, body } = await ask('GET', '/songs/none');
  expect({ status, names: Object.keys(body) }).toEqual({
    status: 404,
    names: expect.arrayContaining(['kind', 'explanation']),
  });
});

test('the form of another status is not used', async () => {
  expect((await ask('POST', '/songs', { id: 1 })).body).toMatchObject({ type: 'about:blank', status: 422 });
});

test('where no operation documents an error, the schema that is called one is its form', async () => {
  const named = await asking(
    api(
      { '/films': { get: answer(array(ref('Item'))) }, '/films/{id}': { ...path('id'), get: answer(ref('Item')) } },
      { Item: item, apiError: object({ code: text, message: text }, ['code', 'message']) },
    ),
  );
  const { status, body } = await named('GET', '/films/none');
  expect({ status, body }).toEqual({
    status: 404,
    body: { code: expect.any(String), message: expect.stringContaining('none') },
  });
});
