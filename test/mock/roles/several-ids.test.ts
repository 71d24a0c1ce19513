import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const gone = { responses: { 204: { description: 'gone' }, 404: { description: 'missing' } } };
const missing = { 404: { description: 'missing' } };
const plants = (parameter: object, id: object, shown: object): object => {
  const named = { in: 'path', required: true, schema: text, ...parameter };
  return api(
    {
      '/plants': {
        get: answer(array(ref('Plant'))),
        post: { ...sending(ref('NewPlant')), ...answer(ref('Plant'), '201') },
      },
      [`/plants/{${'name' in named ? named.name : ''}}`]: {
        parameters: [named],
        get: answer(shown, '200', missing),
        delete: gone,
      },
    },
    { Plant: object({ id, name: text }, ['id']), NewPlant: object({ name: text }) },
  );
};

const list = array(ref('Plant'));
const PARAMETERS: readonly (readonly [string, object])[] = [
  ['its name', { name: 'ids' }],
  ['its name with that of the collection', { name: 'plantIds' }],
  ['its type', { name: 'id', schema: array(text) }],
  ['its description', { name: 'id', description: 'A comma-separated list of ids.' }],
];

describe.each(PARAMETERS)('a path that takes several ids by %s', (_, parameter) => {
  test.each([
    ['numbers', number],
    ['text', text],
  ])('shows each in the order asked, and leaves out unknown ones (ids are %s)', async (_form, id) => {
    const ask = await asking(plants(parameter, id, list));
    const { body: all } = await ask('GET', '/plants');
    const [a, b, c] = all;
    const one = await ask('GET', `/plants/${b.id}`);
    expect([one.status, one.body]).toEqual([200, [b]]);
    expect((await ask('GET', `/plants/${c.id},${a.id},999999,${b.id}`)).body).toEqual([c, a, b]);
    expect((await ask('GET', '/plants/999998,999999')).status).toBe(404);
  });

  test('deletes each', async () => {
    const ask = await asking(plants(parameter, number, list));
    const { body: all } = await ask('GET', '/plants');
    expect((await ask('DELETE', `/plants/${all[0].id},${all[2].id}`)).status).toBe(204);
    const left = all.filter((_each: unknown, at: number) => at !== 0 && at !== 2);
    expect((await ask('GET', '/plants')).body).toEqual(left);
    expect((await ask('GET', `/plants/${all[0].id},${all[1].id}`)).body).toEqual([all[1]]);
  });
});

test('the list may be in an envelope like that of the collection', async () => {
  const whole = plants({ name: 'ids' }, number, object({ plants: list })) as { paths: Record<string, { get: object }> };
  Object.assign(whole.paths['/plants'] ?? {}, { get: answer(object({ plants: list })) });
  const ask = await asking(whole);
  const [a, b] = (await ask('GET', '/plants')).body.plants;
  expect((await ask('GET', `/plants/${b.id},${a.id}`)).body).toEqual({ plants: [b, a] });
});

test('a comma in the id of one item is a part of it', async () => {
  const ask = await asking(plants({ name: 'id' }, text, ref('Plant')));
  const [a, b] = (await ask('GET', '/plants')).body;
  expect((await ask('GET', `/plants/${a.id},${b.id}`)).status).toBe(404);
});
