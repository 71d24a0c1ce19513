import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, sending, text } from '../little.ts';

const field = object({ custom_field: object({ id: { ...number, readOnly: true }, code: text, label: text }) });
const fieldSent = sending(object({ custom_field: object({ code: text, label: text }) }));
const askFields = await asking(
  api({
    '/fields': { get: answer(array(field)), post: { ...fieldSent, ...answer(field, '201') } },
    '/fields/code/{code}': {
      parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
      get: answer(field, '200', { 404: { description: 'none' } }),
    },
    '/fields/{field_id}': {
      parameters: [{ name: 'field_id', in: 'path', required: true, schema: number }],
      get: answer(field),
      put: { ...fieldSent, ...answer(field) },
    },
  }),
);

test('an item is found by the id in its envelope, whatever the envelope is called', async () => {
  const { custom_field: made } = (await askFields('POST', '/fields', { custom_field: { code: 'c1', label: 'a' } }))
    .body;
  await askFields('PUT', `/fields/${made.id}`, { custom_field: { code: 'c1', label: 'b' } });
  expect((await askFields('GET', `/fields/${made.id}`)).body).toEqual({ custom_field: { ...made, label: 'b' } });
});

test('an item is found by another property in its envelope', async () => {
  await askFields('POST', '/fields', { custom_field: { code: 'c2', label: 'mine' } });
  expect((await askFields('GET', '/fields/code/c2')).body.custom_field).toMatchObject({ code: 'c2', label: 'mine' });
  expect((await askFields('GET', '/fields/code/other')).status).toBe(404);
});
