import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const time = { type: 'string', format: 'date-time' };
const early = '2030-01-01T10:00:00Z';
const late = '2030-01-01T12:00:00Z';

/** Bookings of rooms whose end is described so. */
const bookings = (description: string): object => {
  const Booking = object({ id: text, room: text, startsAt: time, endsAt: { ...time, description } });
  const Draft = object({ room: text, startsAt: time, endsAt: { ...time, description } });
  return api(
    {
      '/bookings': {
        get: answer(array(ref('Booking'))),
        post: {
          ...sending(ref('Draft')),
          ...answer(ref('Booking'), '201', {
            422: { description: 'invalid', content: { 'application/problem+json': {} } },
          }),
        },
      },
      '/bookings/{id}': { ...path('id'), get: answer(ref('Booking')) },
    },
    { Booking, Draft },
  );
};

test('an end before its start is refused where the document says that it comes after it', async () => {
  const ask = await asking(bookings('Must be after startsAt.'));
  const { status, body } = await ask('POST', '/bookings', { room: 'A', startsAt: late, endsAt: early });
  expect(status).toBe(422);
  expect(body.detail).toBe('`endsAt` must not be before `startsAt`.');
  expect((await ask('POST', '/bookings', { room: 'A', startsAt: early, endsAt: late })).status).toBe(201);
  expect((await ask('POST', '/bookings', { room: 'A', startsAt: early, endsAt: early })).status).toBe(201);
  expect((await ask('POST', '/bookings', { room: 'A', endsAt: early })).status).toBe(201);
});

test.each(['The end.', 'Rooms are cleaned after each booking.'])('and accepted where it says: %s', async (said) => {
  const ask = await asking(bookings(said));
  expect((await ask('POST', '/bookings', { room: 'A', startsAt: late, endsAt: early })).status).toBe(201);
});
