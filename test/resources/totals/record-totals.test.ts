import { describe, expect, it } from 'vitest';
import { recordTotals } from '../../../src/resources/index.ts';
import { many, object, ref, see, small, text, whole } from '../documents.ts';

const STATES = { type: 'string', enum: ['pending', 'confirmed', 'cancelled'] };
const flag = { type: 'boolean' };

/** What an event's number follows from, in short, where the document describes it in these words. */
async function read(description: string, booking: Readonly<Record<string, unknown>> = {}): Promise<string | undefined> {
  const number = { type: 'number', description };
  const api = await small(
    {
      'GET /events': { answer: many(ref('Event')) },
      'GET /events/{event_id}': { answer: ref('Event') },
      'GET /bookings': { answer: many(ref('Booking')) },
      'POST /bookings': { body: ref('Booking'), answer: ref('Booking'), status: '201' },
      'GET /bookings/{booking_id}': { answer: ref('Booking') },
      'GET /customers': { answer: many(ref('Customer')) },
      'GET /customers/{customer_id}': { answer: ref('Customer') },
    },
    {
      Customer: object({ id: whole, name: text }),
      Event: object({ id: whole, title: text, capacity: whole, number }),
      Booking: object({
        id: whole,
        event_id: whole,
        customer_id: whole,
        seats: whole,
        total: { type: 'number' },
        status: STATES,
        checked_in: flag,
        ...booking,
      }),
    },
  );
  const { model } = see(api);
  const event = model.resource('events');
  const [found, ...others] = event === undefined ? [] : recordTotals(api, model, event);
  if (found === undefined || others.length > 0) return undefined;
  const { counted, reference, amount, from, where } = found;
  const conditions = where.map(({ property, values, isNot }) => `${property} ${isNot ? '≠' : '='} ${values.join('|')}`);
  return [
    `${from === undefined ? '' : `${from} - `}${amount ?? 'one'} of ${counted.name} by ${reference}`,
    ...conditions,
  ].join(', ');
}

const BOOKINGS = 'one of bookings by /event_id';

describe('A number of a record', () => {
  it.each([
    ['Number of bookings.', BOOKINGS],
    ['The number of bookings of the event', BOOKINGS],
    ['Total number of bookings for this event.', BOOKINGS],
    ['How many bookings the event has.', BOOKINGS],
    ['How many bookings this event has now', BOOKINGS],
    ['The current number of bookings', BOOKINGS],
    ['Number of all bookings.', BOOKINGS],
    ['Count of bookings', BOOKINGS],
    ['Number of bookings in the event. Read only.', BOOKINGS],
    ['Number of confirmed bookings', `${BOOKINGS}, /status = confirmed`],
    ['Number of `confirmed` bookings of the event.', `${BOOKINGS}, /status = confirmed`],
    ['Number of bookings that are confirmed.', `${BOOKINGS}, /status = confirmed`],
    ['Number of bookings that are not cancelled.', `${BOOKINGS}, /status ≠ cancelled`],
    ['Number of bookings of the event that are pending or confirmed', `${BOOKINGS}, /status = pending|confirmed`],
    ['How many of the bookings are confirmed.', `${BOOKINGS}, /status = confirmed`],
    ['How many bookings of the event are pending', `${BOOKINGS}, /status = pending`],
    ['Number of checked in bookings', `${BOOKINGS}, /checked_in = true`],
    ['Number of bookings that are assigned to the event and not cancelled.', `${BOOKINGS}, /status ≠ cancelled`],
    ['Sum of the totals of all confirmed bookings', '/total of bookings by /event_id, /status = confirmed'],
    ['The sum of the seats of all bookings', '/seats of bookings by /event_id'],
    [
      'The capacity less the seats of all confirmed bookings',
      'capacity - /seats of bookings by /event_id, /status = confirmed',
    ],
    [
      'Its `capacity` minus the seats of the confirmed bookings.',
      'capacity - /seats of bookings by /event_id, /status = confirmed',
    ],
    ['Capacity minus the number of bookings', 'capacity - one of bookings by /event_id'],
  ])('follows from other records: %s', async (description, expected) => {
    expect(await read(description)).toBe(expected);
  });

  it.each([
    'Number of bookings today',
    'Number of bookings made so far this month',
    'Number of bookings per day',
    'Number of bookings in the last week.',
    'Number of bookings. Updated daily.',
    'Number of bookings. May lag behind by an hour.',
    'Estimated number of bookings',
    'Approximate number of bookings.',
    'Maximum number of bookings',
    'The number of bookings that can be made',
    'The number of bookings on this page',
    'The number of bookings to skip before returning results.',
    'The number of bookings returned.',
    'Number of available bookings',
    'Number of bookings still available',
    'Number of unpaid bookings',
    'Number of new bookings.',
    'Number of bookings the customer has',
    'Number of bookings of the customer',
    'Number of bookings that need a deposit',
    'Number of bookings (all events)',
    'Number of bookings, if the event is public.',
    'Number of bookings created by the event',
    'Number of seats',
    'Number of days',
    'The total number of results.',
    'The number of times the event was booked',
    'Sum of the taxes of all bookings',
    'The price less the discounts of all bookings',
    'The capacity less the seats of all bookings of this year',
    'The total amount of the event in minor units.',
    'The number of the event.',
    'How many days the event lasts.',
    'How many people live there',
    'Number of bookings. Pending ones do not count.',
    'Number of bookings. Cancelled bookings are not included.',
    'Number of bookings. Counts confirmed bookings only.',
    'Number of bookings. Excludes cancelled ones.',
    'Number of bookings. Recalculated every night.',
    'Number of bookings. Updated asynchronously.',
    'Number of bookings. Refreshed every five minutes.',
    'Number of bookings. Never goes down.',
    'Sum of the seats of all bookings. At least 1.',
    'The capacity less the seats of all bookings. Zero if there are more.',
  ])('does not follow from other records for certain: %s', async (description) => {
    expect(await read(description)).toBeUndefined();
  });

  it('does not follow from records by the time at which they were created', async () => {
    const description = 'Number of bookings created by the event';
    expect(await read(description, { created: whole })).toBeUndefined();
    expect(await read(description, { createdId: whole })).toBe('one of bookings by /createdId');
  });

  it('follows from records with two references only if the words choose one', async () => {
    const twice = { next_event_id: whole };
    expect(await read('Number of bookings.', twice)).toBeUndefined();
  });
});

describe('A number of an agent', () => {
  it('follows from the tickets whose property is called after the verb', async () => {
    const description = 'Number of tickets that are assigned to the agent and not closed.';
    const api = await small(
      {
        'GET /agents': { answer: many(ref('Agent')) },
        'GET /agents/{agentId}': { answer: ref('Agent') },
        'GET /tickets': { answer: many(ref('Ticket')) },
        'GET /tickets/{ticketId}': { answer: ref('Ticket') },
      },
      {
        Agent: object({ id: whole, load: { ...whole, description } }),
        Ticket: object({ id: whole, assigneeId: whole, status: { type: 'string', enum: ['open', 'closed'] } }),
      },
      { agentId: whole, ticketId: whole },
    );
    const { model } = see(api);
    const agents = model.resource('agents');
    expect(agents === undefined ? [] : recordTotals(api, model, agents)).toMatchObject([
      { at: '/load', reference: '/assigneeId', where: [{ property: '/status', values: ['closed'], isNot: true }] },
    ]);
  });
});

describe('Statistics below a record', () => {
  const namesOf = async (description: string): Promise<readonly (readonly unknown[])[]> => {
    const api = await small(
      {
        'GET /courses': { answer: many(ref('Course')) },
        'GET /courses/{courseId}': { answer: ref('Course') },
        'GET /courses/{courseId}/summary': {
          extensions: { description },
          answer: object({
            meta: object({ lessonCount: { ...whole, description: 'How many lessons the course has.' } }),
          }),
        },
        'GET /courses/{courseId}/lessons': { answer: many(ref('Lesson')) },
        'POST /courses/{courseId}/lessons': { body: ref('Lesson'), answer: ref('Lesson'), status: '201' },
      },
      { Course: object({ id: whole, title: text }), Lesson: object({ id: whole, title: text }) },
    );
    const { model } = see(api);
    const courses = model.resource('courses');
    const found = courses === undefined ? [] : recordTotals(api, model, courses);
    return found.map(({ at, counted, reference }) => [at, counted.name, reference]);
  };

  it('follow from what is nested in the record', async () => {
    expect(await namesOf('The numbers of a course.')).toEqual([['/meta/lessonCount', 'lessons', undefined]]);
  });

  it('do not where the read says that they are worked out from time to time', async () => {
    expect(await namesOf('The numbers are worked out every night.')).toEqual([]);
  });
});
