import { expect, it } from 'vitest';
import { many, object, see, small, text } from './documents.ts';

const instant = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };

/** The pointer by which a list that is described so is seen to be in order. */
async function newest(
  description: string,
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
) {
  const item = object({ id: text, ...properties }, ['id', ...required]);
  const { role } = see(await small({ 'GET /visits': { answer: many(item), extensions: { description } } }, {}));
  return role('GET /visits').list?.newest;
}

it('the newest are those that were created last', async () => {
  expect(await newest('Newest first.', { created_at: instant, arrival: day })).toBe('/created_at');
  expect(await newest('Newest visits first.', { created_at: instant })).toBe('/created_at');
  expect(await newest('All visits.', { created_at: instant })).toBeUndefined();
});

it('the date that the text names decides', async () => {
  expect(await newest('Latest arrival first.', { created_at: instant, arrival: day })).toBe('/arrival');
  expect(await newest('Latest arrival first.', { created_at: instant, arrival: text })).toBe('/created_at');
  expect(await newest('The latest `plannedStart` first.', { created_at: instant, plannedStart: instant })).toBe(
    '/plannedStart',
  );
  expect(await newest('The latest planned start first.', { created_at: instant, plannedStart: day })).toBe(
    '/plannedStart',
  );
});

it('a time with a word for a beginning is that of the creation, if it is the only one and always there', async () => {
  expect(await newest('Newest first.', { uploadedAt: instant }, ['uploadedAt'])).toBe('/uploadedAt');
  expect(await newest('The latest comes first.', { enrolledAt: instant }, ['enrolledAt'])).toBe('/enrolledAt');
  expect(await newest('Newest first.', { uploadedAt: instant })).toBeUndefined();
  expect(
    await newest('Newest first.', { uploadedAt: instant, postedAt: instant }, ['uploadedAt', 'postedAt']),
  ).toBeUndefined();
  expect(await newest('Newest first.', { expiresAt: instant }, ['expiresAt'])).toBeUndefined();
  const nullable = { ...instant, type: ['string', 'null'] };
  expect(await newest('Newest first.', { submittedAt: nullable }, ['submittedAt'])).toBeUndefined();
});

it('of an item that has its properties in one object, it is the time in that', async () => {
  const { role } = see(
    await small({
      'GET /visits': {
        answer: many(object({ id: text, attributes: object({ title: text, created_at: instant }) }, ['id'])),
        extensions: { description: 'Newest first.' },
      },
    }),
  );
  expect(role('GET /visits').list?.newest).toBe('/attributes/created_at');
});
