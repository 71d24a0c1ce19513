import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const both = ['map_id', 'id'].map((name) => ({ name, in: 'path', required: true, schema: number }));
const Stop = object({ id: { ...number, readOnly: true }, title: text, map_id: number }, ['title']);
const counted = { properties: { stops: number, visits: number } };
const City = object({ id: { ...number, readOnly: true }, name: text, counts: counted }, ['name']);
const ask = await asking(
  api(
    {
      '/maps': {
        get: answer(array(ref('City'))),
        post: { ...sending(object({ name: text })), ...answer(ref('City'), '201') },
      },
      '/maps/{map_id}': { ...path('map_id', number), get: answer(ref('City')) },
      '/maps/{map_id}/stops': {
        ...path('map_id', number),
        get: answer(array(ref('Stop'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Stop'), '201') },
      },
      '/maps/{map_id}/stops/{id}': { parameters: both, get: answer(ref('Stop')) },
      '/stops': { get: answer(array(ref('Stop'))) },
      '/stops/{id}': {
        ...path('id', number),
        patch: { ...sending(object({ title: text })), ...answer(ref('Stop')) },
      },
    },
    { City, Stop },
  ),
);

test('an item that a shorter path changes has an id of its own among those of all parents', async () => {
  const { id: map } = (await ask('POST', '/maps', { name: 'a' })).body;
  const { id } = (await ask('POST', `/maps/${map}/stops`, { title: 'a' })).body;
  const others = (await ask('GET', '/maps/1/stops')).body.map((each: { id: number }) => each.id);
  expect(others.length).toBeGreaterThan(0);
  expect(others).not.toContain(id);
  await ask('PATCH', `/stops/${id}`, { title: 'b' });
  expect((await ask('GET', `/maps/${map}/stops/${id}`)).body.title).toBe('b');
});

test('an object called counts is one of a new item, with zeros', async () => {
  expect((await ask('POST', '/maps', { name: 'a' })).body.counts).toEqual({ stops: 0, visits: 0 });
});
