import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, sending, text } from '../little.ts';

const Climber = object({
  id: { type: 'integer', minimum: 1, example: 1 },
  code: { ...text, example: 'C-1' },
  name: text,
});
const sent = sending(object({ name: text }));

test('records that no path names have ids of their own', async () => {
  const ask = await asking(
    api({ '/climbers': { get: answer(array(Climber)), post: { ...sent, ...answer(Climber, '201') } } }),
  );
  const made = [];
  for (const name of ['Ada', 'Bo', 'Cy']) made.push((await ask('POST', '/climbers', { name })).body);
  const ids = (await ask('GET', '/climbers')).body.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // An id that is free stays: the first record has that of the example.
  expect(ids).toContain(1);
  expect(ids).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
});

test('an id that is sent stays', async () => {
  const ask = await asking(
    api({ '/climbers': { get: answer(array(Climber)), post: { ...sending(Climber), ...answer(Climber, '201') } } }),
  );
  expect((await ask('POST', '/climbers', { id: 1, name: 'Ada' })).body.id).toBe(1);
});
