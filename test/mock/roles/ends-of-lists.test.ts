import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'nothing there' } };
const Reading = object({ id: text, value: text, created_at: { type: 'string', format: 'date-time' } }, ['id', 'value']);
const Sensor = object({ id: text, name: text }, ['id', 'name']);
const ask = await asking(
  api(
    {
      '/sensors': { post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Sensor'), '201') } },
      '/sensors/{id}': { ...path('id'), get: answer(ref('Sensor')) },
      '/sensors/{id}/readings': {
        ...path('id'),
        get: answer(array(ref('Reading'))),
        post: { ...sending(object({ value: text }, ['value'])), ...answer(ref('Reading'), '201') },
      },
      '/sensors/{id}/readings/latest': { ...path('id'), get: answer(ref('Reading'), '200', missing) },
      '/sensors/{id}/readings/first': { ...path('id'), get: answer(ref('Reading'), '200', missing) },
      '/sensors/{id}/readings/last': { ...path('id'), get: answer(object({ seconds: text })) },
    },
    { Reading, Sensor },
  ),
);

test('the newest and the oldest item of a list stand at its ends', async () => {
  const at = `/sensors/${(await ask('POST', '/sensors', { name: 'roof' })).body.id}/readings`;
  expect((await ask('GET', `${at}/latest`)).status).toBe(404);
  const { body: first } = await ask('POST', at, { value: '1' });
  expect((await ask('GET', `${at}/latest`)).body).toEqual(first);
  const { body: second } = await ask('POST', at, { value: '2' });
  expect((await ask('GET', `${at}/latest`)).body).toEqual(second);
  expect((await ask('GET', `${at}/first`)).body).toEqual(first);
});

test('what shows something else than an item of the list is answered from the document', async () => {
  const at = `/sensors/${(await ask('POST', '/sensors', { name: 'cellar' })).body.id}/readings`;
  await ask('POST', at, { value: '1' });
  expect((await ask('GET', `${at}/last`)).body).not.toHaveProperty('value');
});
