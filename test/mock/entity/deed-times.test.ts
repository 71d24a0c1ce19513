import { expect, test } from 'vitest';
import { type Ask, asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const orNull = { type: ['string', 'null'], format: 'date-time' };
const sent = object({ title: text, completed: flag, isArchived: flag, active: flag, status: text, published_at: time });

const document = api(
  {
    '/tasks': { get: answer(array(ref('Task'))), post: { ...sending(sent), ...answer(ref('Task'), '201') } },
    '/tasks/{id}': {
      ...path('id'),
      get: answer(ref('Task')),
      patch: { ...sending(sent), ...answer(ref('Task')) },
      put: { ...sending(sent), ...answer(ref('Task')) },
    },
  },
  {
    Task: object(
      {
        id: text,
        title: text,
        completed: flag,
        completed_at: orNull,
        isArchived: flag,
        dateArchived: time,
        active: flag,
        deactivatedAt: orNull,
        status: { type: 'string', enum: ['draft', 'published', 'live', 'closed'] },
        published_at: orNull,
      },
      ['id'],
    ),
  },
);

const start = 1_750_000_000_000;

async function fresh(): Promise<{ readonly ask: Ask; readonly at: string; readonly later: () => string }> {
  let now = start;
  const ask = await asking(document, { now: () => now });
  const later = (): string => {
    now += 60_000;
    return new Date(now).toISOString();
  };
  const { body } = await ask('POST', '/tasks', { title: 'a', completed: false, active: true, status: 'draft' });
  return { ask, at: `/tasks/${body.id}`, later };
}

test('a flag that becomes true sets its time, and one that becomes false clears it', async () => {
  const { ask, at, later } = await fresh();
  expect((await ask('GET', at)).body.completed_at ?? null).toBeNull();
  const now = later();
  expect((await ask('PATCH', at, { completed: true })).body.completed_at).toBe(now);
  later();
  expect((await ask('PATCH', at, { title: 'b', completed: true })).body.completed_at).toBe(now);
  expect((await ask('PATCH', at, { completed: false })).body.completed_at).toBeNull();
});

test('a time that cannot be null is absent without its action', async () => {
  const { ask, at, later } = await fresh();
  const now = later();
  expect((await ask('PATCH', at, { isArchived: true })).body.dateArchived).toBe(now);
  expect((await ask('PATCH', at, { isArchived: false })).body).not.toHaveProperty('dateArchived');
});

test('a flag that says the contrary, and a status, set the time as well', async () => {
  const { ask, at, later } = await fresh();
  const now = later();
  expect((await ask('PATCH', at, { active: false })).body.deactivatedAt).toBe(now);
  expect((await ask('PATCH', at, { active: true })).body.deactivatedAt).toBeNull();
  expect((await ask('PATCH', at, { status: 'published' })).body.published_at).toBe(now);
  expect((await ask('PATCH', at, { status: 'closed' })).body.published_at).toBe(now);
});

test('what the client sends as the time stays', async () => {
  const { ask, at } = await fresh();
  const told = '2020-01-01T00:00:00.000Z';
  expect((await ask('PATCH', at, { status: 'published', published_at: told })).body.published_at).toBe(told);
});

test('a replacement and a creation set it', async () => {
  const { ask, at, later } = await fresh();
  const now = later();
  expect((await ask('PUT', at, { title: 'a', completed: true })).body.completed_at).toBe(now);
  expect((await ask('POST', '/tasks', { title: 'c', completed: true })).body.completed_at).toBe(now);
});

test('a status under another name of the same state sets the time as well, as in seeded records', async () => {
  const { ask, at, later } = await fresh();
  const now = later();
  expect((await ask('PATCH', at, { status: 'live' })).body.published_at).toBe(now);
});
