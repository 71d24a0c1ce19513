import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

// The answers hold what clients send in `attributes`, beside the id and a type.
const LAMP = object({
  id: number,
  type: { type: 'string', enum: ['lamp'] },
  attributes: object({ name: text, kind: text, watts: number, shades: array(text), madeOn: text }),
});
const ROOM = object({ id: number, attributes: object({ title: text, walls: number }) });
const SENT = object({ name: text, kind: text, watts: number }, ['name']);
const missing = { 404: { description: 'missing' } };
const one = (name: string): object => object({ data: ref(name), included: array(ref('Room')), code: number });
const DOCUMENT = api(
  {
    '/lamps': {
      get: answer(object({ data: array(ref('Lamp')), included: array(ref('Room')), code: number, total: number })),
      post: { ...sending(SENT), ...answer(one('Lamp'), '201') },
    },
    '/lamps/{id}': {
      ...path('id', number),
      get: answer(one('Lamp'), '200', missing),
      patch: {
        ...sending(object({ name: text, watts: text, shades: ref('Shade') })),
        ...answer(one('Lamp'), '200', missing),
      },
      delete: { responses: { 204: { description: 'gone' }, ...missing } },
    },
    '/house': {
      get: answer(one('Room')),
      patch: { ...sending(object({ title: text })), ...answer(one('Room')) },
    },
  },
  { Lamp: LAMP, Room: ROOM, Shade: object({ colour: text }) },
);

test('a flat body becomes the attributes of a new item', async () => {
  const ask = await asking(DOCUMENT);
  const made = await ask('POST', '/lamps', { name: 'Spot', kind: 'desk', watts: 5 });
  expect(made.status).toBe(201);
  const { data } = made.body;
  expect(data.attributes).toMatchObject({ name: 'Spot', kind: 'desk', watts: 5 });
  expect(Object.keys(data).toSorted()).toEqual(['attributes', 'id', 'type']);
  expect((await ask('GET', `/lamps/${data.id}`)).body.data).toEqual(data);
  expect((await ask('GET', '/lamps')).body.data).toContainEqual(data);
});

test('a flat PATCH changes one attribute and keeps the others', async () => {
  const ask = await asking(DOCUMENT);
  const { data } = (await ask('POST', '/lamps', { name: 'Spot', kind: 'desk', watts: 5 })).body;
  expect((await ask('PATCH', `/lamps/${data.id}`, { name: 'Glow' })).status).toBe(200);
  const { attributes } = (await ask('GET', `/lamps/${data.id}`)).body.data;
  expect(attributes).toMatchObject({ ...data.attributes, name: 'Glow' });
});

test('a flat PATCH changes the attributes of a singleton', async () => {
  const ask = await asking(DOCUMENT);
  expect((await ask('PATCH', '/house', { title: 'Mill' })).body.data.attributes.title).toBe('Mill');
  expect((await ask('GET', '/house')).body.data.attributes.title).toBe('Mill');
});

test('a flat PATCH takes values in another form than the attributes have, and loses none of them', async () => {
  const ask = await asking(DOCUMENT);
  const { data } = (await ask('POST', '/lamps', { name: 'Spot', kind: 'desk', watts: 5 })).body;
  const { status, body } = await ask('PATCH', `/lamps/${data.id}`, {
    name: 'Glow',
    watts: '7',
    shades: { colour: 'red' },
  });
  expect(status).toBe(200);
  expect(body.data.attributes).toEqual({ ...data.attributes, name: 'Glow', watts: 7 });
});
