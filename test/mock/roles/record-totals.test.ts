import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const answer = (status: string, schema?: object): object => ({
  [status]: { description: 'Done.', ...(schema === undefined ? {} : json(schema)) },
});
const whole = { type: 'integer' };
const id = [{ name: 'id', in: 'path', required: true, schema: whole }];
const body = (name: string): object => ({ required: true, ...json(ref(name)) });
const many = (name: string): object => ({ type: 'array', items: ref(name) });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Stages', version: '1' },
  paths: {
    '/events': {
      get: { operationId: 'listEvents', responses: answer('200', many('Event')) },
      post: { operationId: 'addEvent', requestBody: body('NewEvent'), responses: answer('201', ref('Event')) },
    },
    '/events/{id}': {
      get: { operationId: 'readEvent', parameters: id, responses: answer('200', ref('Event')) },
    },
    '/events/{id}/figures': {
      get: {
        operationId: 'readFigures',
        parameters: id,
        responses: answer('200', {
          type: 'object',
          required: ['sold', 'bookings'],
          properties: {
            sold: { ...whole, description: 'Sum of the seats of all confirmed bookings' },
            bookings: { ...whole, description: 'Number of bookings that are not cancelled.' },
          },
        }),
      },
    },
    '/bookings': {
      get: { operationId: 'listBookings', responses: answer('200', many('Booking')) },
      post: { operationId: 'book', requestBody: body('NewBooking'), responses: answer('201', ref('Booking')) },
    },
    '/bookings/{id}': {
      get: { operationId: 'readBooking', parameters: id, responses: answer('200', ref('Booking')) },
      delete: { operationId: 'deleteBooking', parameters: id, responses: answer('204') },
    },
    '/bookings/{id}/cancel': {
      post: {
        operationId: 'cancelBooking',
        parameters: id,
        description: 'Sets status to cancelled.',
        responses: answer('200', ref('Booking')),
      },
    },
  },
  components: {
    schemas: {
      NewEvent: {
        type: 'object',
        required: ['title', 'capacity'],
        properties: { title: { type: 'string' }, capacity: whole },
      },
      Event: {
        type: 'object',
        required: ['id', 'title', 'capacity', 'left'],
        properties: {
          id: whole,
          title: { type: 'string' },
          capacity: whole,
          left: { ...whole, description: 'The capacity less the seats of all confirmed bookings.' },
        },
      },
      NewBooking: { type: 'object', required: ['event_id', 'seats'], properties: { event_id: whole, seats: whole } },
      Booking: {
        type: 'object',
        required: ['id', 'event_id', 'seats', 'status'],
        properties: {
          id: whole,
          event_id: whole,
          seats: whole,
          status: { type: 'string', enum: ['confirmed', 'cancelled'], default: 'confirmed' },
        },
      },
    },
  },
};

test('numbers of a record follow the records that belong to it', async () => {
  const ask = await asking(DOCUMENT);
  const event = (await ask('POST', '/events', { title: 'Play', capacity: 40 })).body;
  expect(event.left).toBe(40);
  const numbers = async (): Promise<readonly unknown[]> => {
    const [shown, figures] = [await ask('GET', `/events/${event.id}`), await ask('GET', `/events/${event.id}/figures`)];
    return [shown.body.left, figures.body];
  };
  expect(await numbers()).toEqual([40, { sold: 0, bookings: 0 }]);
  const first = (await ask('POST', '/bookings', { event_id: event.id, seats: 3 })).body;
  const second = (await ask('POST', '/bookings', { event_id: event.id, seats: 4 })).body;
  expect(await numbers()).toEqual([33, { sold: 7, bookings: 2 }]);
  await ask('POST', `/bookings/${first.id}/cancel`);
  expect(await numbers()).toEqual([36, { sold: 4, bookings: 1 }]);
  await ask('DELETE', `/bookings/${first.id}`);
  expect(await numbers()).toEqual([36, { sold: 4, bookings: 1 }]);
  await ask('DELETE', `/bookings/${second.id}`);
  expect(await numbers()).toEqual([40, { sold: 0, bookings: 0 }]);
});

const { paths, components } = DOCUMENT;
const { Event, NewEvent } = components.schemas;

test.each([
  ['may send is theirs', false, 20],
  ['may only read is counted', true, 1],
])('a number that clients %s', async (_, readOnly, places) => {
  const bookings = { ...whole, description: 'Number of bookings.', readOnly };
  const withNumber = (schema: typeof NewEvent): object => ({
    ...schema,
    properties: { ...schema.properties, places: bookings },
  });
  const schemas = { ...components.schemas, Event: withNumber(Event), NewEvent: withNumber(NewEvent) };
  const ask = await asking({ ...DOCUMENT, components: { schemas } });
  const { id } = (await ask('POST', '/events', { title: 'Play', capacity: 40, ...(readOnly ? {} : { places }) })).body;
  await ask('POST', '/bookings', { event_id: id, seats: 3 });
  expect((await ask('GET', `/events/${id}`)).body).toMatchObject({ places, left: 37 });
});

test.each(['patch', 'put'])(
  'with a %s of the number from which others are taken, more of it is left',
  async (method) => {
    const change = { parameters: id, requestBody: body('NewEvent'), responses: answer('200', ref('Event')) };
    const item = { ...paths['/events/{id}'], [method]: change };
    const ask = await asking({ ...DOCUMENT, paths: { ...paths, '/events/{id}': item } });
    const event = (await ask('POST', '/events', { title: 'Play', capacity: 40 })).body;
    await ask('POST', '/bookings', { event_id: event.id, seats: 3 });
    const larger = (await ask(method.toUpperCase(), `/events/${event.id}`, { title: 'Play', capacity: 50 })).body;
    expect(larger).toMatchObject({ capacity: 50, left: 47 });
    const renamed = (await ask(method.toUpperCase(), `/events/${event.id}`, { title: 'Game', capacity: 50 })).body;
    expect(renamed).toMatchObject({ title: 'Game', left: 47 });
  },
);

test('a number is counted where requests have the form of the record itself', async () => {
  const places = { ...whole, description: 'Number of bookings.' };
  const shared = { ...Event, required: ['title', 'capacity', 'places'], properties: { ...Event.properties, places } };
  const schemas = { ...components.schemas, Event: shared, NewEvent: ref('Event') };
  const ask = await asking({ ...DOCUMENT, components: { schemas } });
  const { id } = (await ask('POST', '/events', { title: 'Play', capacity: 40, places: 0 })).body;
  await ask('POST', '/bookings', { event_id: id, seats: 3 });
  expect((await ask('GET', `/events/${id}`)).body.places).toBe(1);
});
