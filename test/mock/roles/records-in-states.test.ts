import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const status = (...codes: readonly string[]) =>
  Object.fromEntries(codes.map((code) => [code, { description: 'Refused.' }]));
const id = { name: 'id', in: 'path', required: true, schema: text };
const etag = { type: 'string', description: 'Another one after each change.' };
const ask = await asking(
  api(
    {
      '/venues': {
        get: { ...answer(array(ref('Venue'))), description: 'Sorted by city.' },
        post: {
          ...sending(object({ city: text }, ['city'])),
          ...answer(ref('Venue'), '201'),
        },
      },
      '/venues/{id}': {
        parameters: [id],
        get: answer(ref('Venue')),
        patch: {
          ...sending(object({ city: text, etag: text })),
          description: 'An `etag` that is not the current one is refused with 409.',
          ...answer(ref('Venue'), '200', status('404', '409')),
        },
      },
      '/venues/{id}/archive': {
        parameters: [id],
        post: { ...answer(ref('Venue')), description: 'The venue gets the state `archived`.' },
      },
      '/venues/{id}/rooms': {
        parameters: [id],
        get: answer(array(ref('Room'))),
        post: {
          ...sending(object({ name: text }, ['name'])),
          description: 'An archived venue takes no rooms.',
          responses: { 201: { description: 'made' }, ...status('404', '409') },
        },
      },
      '/events': {
        get: answer(array(ref('Event'))),
        post: {
          ...sending(object({ title: text, venue_id: text }, ['title', 'venue_id'])),
          description: 'The venue must exist, and must not be archived.',
          responses: {
            201: { description: 'made' },
            404: { description: 'The venue does not exist.' },
            409: { description: 'The venue is archived.' },
          },
        },
      },
      '/events/{id}': { parameters: [id], get: answer(ref('Event')) },
    },
    {
      Venue: object({ id: text, city: text, state: { enum: ['open', 'archived'] }, etag }, [
        'id',
        'city',
        'state',
        'etag',
      ]),
      Room: object({ id: text, name: text }, ['id', 'name']),
      Event: object(
        { id: text, title: text, venue_id: { ...text, description: 'The venue, which must not be archived.' } },
        ['id', 'title', 'venue_id'],
      ),
    },
  ),
);

test('what a text says of the state of a record holds for requests that name it, and for those below it', async () => {
  const venue = (await ask('POST', '/venues', { city: 'Graz' })).body;
  expect((await ask('POST', '/events', { title: 'Fair', venue_id: venue.id })).status).toBe(201);
  expect((await ask('POST', `/venues/${venue.id}/rooms`, { name: 'Hall' })).status).toBe(201);
  await ask('POST', `/venues/${venue.id}/archive`);
  expect((await ask('POST', '/events', { title: 'Fair', venue_id: venue.id })).status).toBe(409);
  expect((await ask('POST', `/venues/${venue.id}/rooms`, { name: 'Hall' })).status).toBe(409);
  expect((await ask('POST', '/events', { title: 'Fair', venue_id: 'nowhere' })).status).toBe(404);
});

test('a property with the entity tag changes with each write, and an outdated one is refused', async () => {
  const { id: own, etag: first } = (await ask('POST', '/venues', { city: 'Linz' })).body;
  const second = (await ask('PATCH', `/venues/${own}`, { city: 'Wels', etag: first })).body;
  expect(second.etag).not.toBe(first);
  expect((await ask('PATCH', `/venues/${own}`, { city: 'Enns', etag: first })).status).toBe(409);
  expect((await ask('PATCH', `/venues/${own}`, { city: 'Enns', etag: second.etag })).status).toBe(200);
});

test('a list stands in the order that its description names', async () => {
  for (const city of ['Zwettl', 'Alt', 'Melk']) await ask('POST', '/venues', { city });
  const cities = (await ask('GET', '/venues')).body.map((each: { readonly city: string }) => each.city);
  expect(cities).toEqual(cities.toSorted());
});

test.each(['The highest level first.', 'Sorted by level.'])(
  'listed words have an order of their own, not that of their letters: %s',
  async (description) => {
    const Ticket = object({ id: text, level: { type: 'string', enum: ['low', 'medium', 'high'] } }, ['level']);
    const tickets = {
      get: { description, ...answer(array(Ticket)) },
      post: { ...sending(Ticket), ...answer(Ticket, '201') },
    };
    const ask = await asking(api({ '/tickets': tickets, '/tickets/{id}': { ...path('id'), get: answer(Ticket) } }));
    for (const level of ['medium', 'high', 'low']) await ask('POST', '/tickets', { level });
    const { body } = await ask('GET', '/tickets');
    expect(body.slice(-3).map((each: { readonly level: string }) => each.level)).toEqual(['medium', 'high', 'low']);
  },
);
