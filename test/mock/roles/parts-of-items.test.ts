import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'missing' } };
const document = api(
  {
    '/instruments': { get: answer(array(ref('Instrument'))) },
    '/instrument': { post: { ...sending(ref('NewInstrument')), ...answer(ref('Instrument'), '201') } },
    '/instrument/{sku}': {
      ...path('sku'),
      get: answer(ref('Instrument'), '200', missing),
      patch: { ...sending(ref('NewInstrument')), ...answer(ref('Instrument'), '200', missing) },
    },
    '/instrument/{sku}/tuning': {
      ...path('sku'),
      get: answer(ref('Tuning'), '200', missing),
      put: { ...sending(ref('Tuning')), ...answer(ref('Tuning'), '200', missing) },
      patch: { ...sending(ref('Tuning')), ...answer(ref('Tuning'), '200', missing) },
      delete: { responses: { 204: { description: 'gone' }, ...missing } },
    },
  },
  {
    Instrument: object({ sku: text, name: text, tuning: ref('Tuning') }, ['sku']),
    NewInstrument: object({ name: text, tuning: ref('Tuning') }),
    Tuning: object({ pitch: number, scale: text }),
  },
);

test('POST on the singular creates an item of the list under the plural', async () => {
  const ask = await asking(document);
  const made = await ask('POST', '/instrument', { name: 'Lute' });
  expect([made.status, made.body.name]).toEqual([201, 'Lute']);
  expect((await ask('GET', '/instruments')).body).toContainEqual(made.body);
  expect((await ask('GET', `/instrument/${made.body.sku}`)).body).toEqual(made.body);
});

test('a part under a path of its own is the property of its item, from both sides', async () => {
  const ask = await asking(document);
  const [seeded] = (await ask('GET', '/instruments')).body;
  const made = (await ask('POST', '/instrument', { name: 'Lute', tuning: { pitch: 1, scale: 'equal' } })).body;
  for (const { sku, tuning } of [seeded, made]) {
    const part = `/instrument/${sku}/tuning`;
    expect((await ask('GET', part)).body).toEqual(tuning);
    expect((await ask('PUT', part, { pitch: 415, scale: 'just' })).body).toEqual({ pitch: 415, scale: 'just' });
    expect((await ask('GET', `/instrument/${sku}`)).body.tuning).toEqual({ pitch: 415, scale: 'just' });
    await ask('PATCH', part, { pitch: 440 });
    expect((await ask('GET', `/instrument/${sku}`)).body.tuning).toEqual({ pitch: 440, scale: 'just' });
    await ask('PATCH', `/instrument/${sku}`, { tuning: { pitch: 392, scale: 'equal' } });
    expect((await ask('GET', part)).body).toEqual({ pitch: 392, scale: 'equal' });
  }
  expect((await ask('GET', '/instrument/none/tuning')).status).toBe(404);
});

test('a PUT of a part ends what it does not name', async () => {
  const ask = await asking(document);
  const { sku } = (await ask('POST', '/instrument', { name: 'Lute', tuning: { pitch: 1, scale: 'equal' } })).body;
  await ask('PUT', `/instrument/${sku}/tuning`, { pitch: 415 });
  expect((await ask('GET', `/instrument/${sku}/tuning`)).body).toEqual({ pitch: 415 });
  expect((await ask('GET', `/instrument/${sku}`)).body.tuning).toEqual({ pitch: 415 });
});

test('the deletion of a part takes it out of its item', async () => {
  const ask = await asking(document);
  const [{ sku }] = (await ask('GET', '/instruments')).body;
  expect((await ask('DELETE', `/instrument/${sku}/tuning`)).status).toBe(204);
  expect((await ask('GET', `/instrument/${sku}`)).body).not.toHaveProperty('tuning');
  expect((await ask('GET', `/instrument/${sku}/tuning`)).status).toBe(404);
});
