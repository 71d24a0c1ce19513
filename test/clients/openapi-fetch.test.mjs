import createClient from 'openapi-fetch';
import { beforeEach, describe, expect, test } from 'vitest';
import { serve } from './serve.mjs';

const museum = serve('museum.yaml');
let client;
beforeEach(() => {
  client = createClient({ baseUrl: museum.url, headers: { authorization: `Basic ${btoa('visitor:secret')}` } });
});

const EVENT = {
  name: 'Night of the Owls',
  location: 'Roof',
  eventDescription: 'Watch owls from above.',
  dates: ['2026-12-05', '2026-12-06'],
  price: 12.5,
};
const EVENT_PATH = '/special-events/{eventId}';
const created = async (fields = {}) => {
  const { data } = await client.POST('/special-events', { body: { ...EVENT, ...fields } });
  return data;
};
const at = (eventId) => ({ params: { path: { eventId } } });
const listed = async (query) => (await client.GET('/special-events', { params: { query } })).data;
const buy = (body) => client.POST('/tickets', { body });

describe('openapi-fetch with the museum', () => {
  test('a created event has an id and everything that was sent', async () => {
    const { data, error, response } = await client.POST('/special-events', { body: EVENT });
    expect(error).toBeUndefined();
    expect(response.status).toBe(201);
    expect(data).toMatchObject(EVENT);
    expect(data.eventId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a created event is read back as it was created', async () => {
    const event = await created();
    expect((await client.GET(EVENT_PATH, at(event.eventId))).data).toEqual(event);
  });

  test('a created event has the same fields as an event that was there before', async () => {
    const [seeded] = await listed({});
    expect(Object.keys(await created()).sort()).toEqual(Object.keys(seeded).sort());
  });

  test('a created event stands in the list once', async () => {
    const { eventId } = await created();
    const all = await listed({ limit: 30, startDate: '2000-01-01', endDate: '2100-01-01' });
    expect(all.filter((each) => each.eventId === eventId)).toHaveLength(1);
  });

  test('pages give every event once and end with an empty page', async () => {
    const range = { startDate: '2000-01-01', endDate: '2100-01-01' };
    for (let count = 0; count < 5; count++) await created({ name: `Evening ${count}` });
    const all = await listed({ ...range, limit: 30 });
    const ids = [];
    let page = 1;
    for (let part = await listed({ ...range, limit: 4, page }); part.length > 0; ) {
      ids.push(...part.map(({ eventId }) => eventId));
      page += 1;
      if (page > 20) throw new Error('the pages do not end');
      part = await listed({ ...range, limit: 4, page });
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.sort()).toEqual(all.map(({ eventId }) => eventId).sort());
  });

  test('no page is longer than its limit', async () => {
    expect(await listed({ limit: 3, startDate: '2000-01-01', endDate: '2100-01-01' })).toHaveLength(3);
  });

  test('an update changes what it names and keeps the rest', async () => {
    const event = await created();
    const { data } = await client.PATCH(EVENT_PATH, { ...at(event.eventId), body: { price: 15, location: 'Beach' } });
    expect(data).toEqual({ ...event, price: 15, location: 'Beach' });
    expect((await client.GET(EVENT_PATH, at(event.eventId))).data).toEqual(data);
  });

  test('a deleted event is gone: 204, and then 404 as `error`', async () => {
    const { eventId } = await created();
    expect((await client.DELETE(EVENT_PATH, at(eventId))).response.status).toBe(204);
    const { data, error, response } = await client.GET(EVENT_PATH, at(eventId));
    expect(response.status).toBe(404);
    expect(data).toBeUndefined();
    expect(typeof error.title).toBe('string');
  });

  test('an event that never was is answered with the documented problem', async () => {
    const { error, response } = await client.GET(EVENT_PATH, at('00000000-0000-4000-8000-000000000000'));
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(Object.keys(error).sort()).toEqual(['title', 'type']);
  });

  test('an event without a name is refused with the documented 400', async () => {
    const { name: _, ...nameless } = EVENT;
    const { error, response } = await client.POST('/special-events', { body: nameless });
    expect(response.status).toBe(400);
    expect(error.title).toContain('name');
  });

  test('a visitor without credentials is refused with 401 as `error`', async () => {
    const stranger = createClient({ baseUrl: museum.url });
    const { error, response } = await stranger.GET('/special-events');
    expect(response.status).toBe(401);
    expect(error).toBeDefined();
  });

  test('only events within the dates that were asked for are listed', async () => {
    const early = await created({ dates: ['2031-01-10'] });
    const late = await created({ dates: ['2031-06-10'] });
    const ids = (await listed({ startDate: '2031-01-01', endDate: '2031-02-01', limit: 30 })).map(
      ({ eventId }) => eventId,
    );
    expect(ids).toContain(early.eventId);
    expect(ids).not.toContain(late.eventId);
  });

  test('opening hours are listed for each day, the opening before the closing', async () => {
    const { data } = await client.GET('/museum-hours', { params: { query: { limit: 5 } } });
    expect(data.length).toBeGreaterThan(0);
    for (const { timeOpen, timeClose } of data) expect(timeOpen < timeClose).toBe(true);
  });

  test('opening hours are listed from the day on that was asked for', async () => {
    const dates = async (query) =>
      (await client.GET('/museum-hours', { params: { query } })).data.map(({ date }) => date).sort();
    const all = await dates({ limit: 30, startDate: '2000-01-01' });
    expect(await dates({ limit: 30, startDate: all[1] })).toEqual(all.slice(1));
  });

  test('opening hours name each day once', async () => {
    const { data } = await client.GET('/museum-hours', { params: { query: { limit: 30 } } });
    expect(new Set(data.map(({ date }) => date)).size).toBe(data.length);
  });

  test('a ticket is confirmed with its id, so that its QR code can be asked for', async () => {
    const { data } = await buy({ ticketType: 'general', ticketDate: '2026-12-24', email: 'a@example.com' });
    expect(data.ticketId).toMatch(/^[0-9a-f-]{36}$/);
    const qr = await client.GET('/tickets/{ticketId}/qr', {
      params: { path: { ticketId: data.ticketId } },
      parseAs: 'arrayBuffer',
    });
    expect(qr.response.status).toBe(200);
  });

  test('a QR code is a PNG picture', async () => {
    const path = { ticketId: '382c0820-0530-4f4b-99af-13811ad0f17a' };
    const { data, response } = await client.GET('/tickets/{ticketId}/qr', { params: { path }, parseAs: 'arrayBuffer' });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect([...new Uint8Array(data).slice(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  });

  test('a ticket has the kind and the date that were asked for', async () => {
    const { data } = await buy({ ticketType: 'general', ticketDate: '2026-12-24', email: 'a@example.com' });
    expect(data).toMatchObject({ ticketType: 'general', ticketDate: '2026-12-24' });
  });

  test('the message of a ticket reads like the documented one', async () => {
    const { data } = await buy({ ticketType: 'general', ticketDate: '2026-12-24', email: 'a@example.com' });
    expect(data.message).toMatch(/ticket purchased$/);
  });

  test('the confirmation code of a ticket has the documented shape', async () => {
    const { data } = await buy({ ticketType: 'event', ticketDate: '2026-12-24', email: 'a@example.com' });
    expect(data.confirmationCode).toMatch(/^ticket-[a-z]+-\w+-\w+$/);
  });
});
