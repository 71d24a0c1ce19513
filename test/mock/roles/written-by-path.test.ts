import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const empty = { responses: { 204: { description: 'done' } } };
const COURSE = {
  id: number,
  name: text,
  description: text,
  timeZone: text,
  times: array(object({ start: text }, ['start'])),
  contact: object({ email: text }, ['email']),
  updatedAt: { ...text, format: 'date-time' },
};
const courses = (part: string, method: string, sent: object, told: object): object =>
  api(
    {
      '/courses': {
        get: answer(array(ref('Course'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Course'), '201') },
      },
      '/courses/{id}': { ...path('id', number), get: answer(ref('Course')) },
      [`/courses/{id}/${part}`]: { ...path('id', number), [method]: { ...sending(sent), ...told } },
    },
    { Course: object(COURSE, Object.keys(COURSE)) },
  );
const times = [{ start: '2026-12-02' }];

test.each([
  ['nameDescription', 'put', { name: 'Yoga', description: 'Slow' }, empty],
  ['name-and-description', 'patch', { name: 'Yoga' }, empty],
  ['times', 'put', { times, timeZone: 'Europe/Rome', notify: true }, answer(object({ notified: number }))],
  ['schedule-of-next-week', 'put', { times, timeZone: 'Europe/Rome' }, answer(ref('Course'))],
])('a write at %s sets what it sends of the item', async (part, method, sent, told) => {
  const body = object({ ...Object.fromEntries(Object.keys(sent).map((name) => [name, {}])) });
  const ask = await asking(courses(part, method, body, told));
  const before = (await ask('POST', '/courses', { name: 'Go' })).body;
  expect((await ask(method.toUpperCase(), `/courses/${before.id}/${part}`, sent)).status).toBeLessThan(300);
  const { notify: _, ...set } = { notify: undefined, ...sent };
  const after = (await ask('GET', `/courses/${before.id}`)).body;
  expect(after).toEqual({ ...before, ...set, updatedAt: after.updatedAt });
});

test('what a write answers is the item, with what it sends under the name of the item in front', async () => {
  const body = object({ courseContact: object({ email: text }, ['email']) }, ['courseContact']);
  const ask = await asking(courses('course-contact', 'put', body, answer(ref('Course'))));
  const { id } = (await ask('POST', '/courses', { name: 'Go' })).body;
  const contact = { email: 'a@x.io' };
  expect((await ask('PUT', `/courses/${id}/course-contact`, { courseContact: contact })).body).toMatchObject({
    contact,
  });
  expect((await ask('GET', `/courses/${id}`)).body).toMatchObject({ name: 'Go', contact });
});

test('a write about something else of an item leaves it as it is', async () => {
  const ask = await asking(courses('membership', 'put', object({ name: text, role: text }), empty));
  const before = (await ask('POST', '/courses', { name: 'Go' })).body;
  expect((await ask('PUT', `/courses/${before.id}/membership`, { name: 'Ann', role: 'guest' })).status).toBe(204);
  expect((await ask('GET', `/courses/${before.id}`)).body).toEqual(before);
});

test('what is sent to an object of an item does not change what the item has under the same name', async () => {
  const body = object({ email: text, name: text }, ['email']);
  const ask = await asking(courses('contact', 'put', body, empty));
  const before = (await ask('POST', '/courses', { name: 'Go' })).body;
  await ask('PUT', `/courses/${before.id}/contact`, { email: 'a@x.io', name: 'Ann' });
  const after = (await ask('GET', `/courses/${before.id}`)).body;
  expect(after).toMatchObject({ name: 'Go', contact: { email: 'a@x.io' } });
});
