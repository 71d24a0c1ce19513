import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, text } from '../little.ts';

const Station = object({
  id: text,
  power: number,
  status: {
    ...text,
    description: 'One of `initialized`, `active`.',
    enum: ['initialized', 'validating', 'active', 'failed'],
  },
});
const ask = await asking(
  api({
    '/stations': { get: answer(array(Station)), post: { responses: { 201: { description: 'Created' } } } },
    '/stations/closest': { get: answer(Station) },
    '/stations/{id}': { ...path('id'), get: answer(Station) },
  }),
);

test('a word for one of the items shows one that is listed', async () => {
  const closest = (await ask('GET', '/stations/closest')).body;
  expect((await ask('GET', '/stations')).body).toContainEqual(closest);
});

test('a POST that takes nothing makes a new item, in its first state', async () => {
  const before = (await ask('GET', '/stations')).body;
  expect((await ask('POST', '/stations')).status).toBe(201);
  const after: { id: string; status: string }[] = (await ask('GET', '/stations')).body;
  expect(after).toHaveLength(before.length + 1);
  const [made] = after.filter(({ id }) => !before.some((each: { id: string }) => each.id === id));
  expect(made?.status).toBe('initialized');
});
