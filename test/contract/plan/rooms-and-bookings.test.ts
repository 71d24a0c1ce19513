import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/index.ts';
import type { Schema } from '../../../src/spec/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { type Collaborators, collaboratorsOf, tell } from '../harness.ts';

/** What a faulty service does, and the check that must report it. */
const FAULTS = {
  'a made-up token gives the first page': 'page.forged-cursor',
  'a write that is refused for its tag is kept': 'write.failed-changed-state',
  'the time of the last change stands still': 'state.version-unchanged',
  'only the first tag is kept': 'state.roundtrip-lossy',
  'the room does not filter': 'filter.ignored',
  'cancelled bookings are not listed': 'filter.incomplete',
  'a room with bookings is removed, and they are too': 'state.transition-accepted',
  'a delete takes the rooms of its floor': 'state.delete-takes-namesakes',
  'a time can be booked twice': 'state.duplicate-accepted',
  'an end may be before its start': 'reject.reversed-times',
  'a new title moves the start': 'state.patch-drops-others',
  'the report has no lines': 'job.result-missing',
} as const;
type Fault = keyof typeof FAULTS;

const text = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const merge = (schema: object) => ({ required: true, content: { 'application/merge-patch+json': { schema } } });
const TITLE = { type: 'string', minLength: 1, maxLength: 40 };
const MOMENT = { type: 'string', format: 'date-time' };
const OWN_MOMENT = { ...MOMENT, readOnly: true };
const ID = { type: 'string', format: 'uuid', readOnly: true };
const NAMED = { type: 'string', format: 'uuid' };
const object = (properties: Record<string, object>, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const FLOOR = { type: 'integer', minimum: 0, maximum: 9 };
const TAGS = { type: 'array', uniqueItems: true, maxItems: 5, items: { type: 'string', minLength: 1, maxLength: 20 } };
const STATUS = { $ref: '#/components/schemas/Status' };
const COUNT = { type: 'integer', minimum: 1, maximum: 500 };
const ROOM = object({ id: ID, name: TITLE, floor: FLOOR, tags: TAGS, updatedAt: OWN_MOMENT });
const BOOKING = object({
  id: ID,
  roomId: NAMED,
  title: TITLE,
  start: MOMENT,
  end: MOMENT,
  guests: COUNT,
  status: STATUS,
});
const REPORT = object({ id: ID, state: { type: 'string', enum: ['running', 'done'] } });
const REFUSALS = { 400: text('No.'), 404: text('None.'), 415: text('No.') };
const TAGGED = { ETag: { required: true, schema: { type: 'string' } } };
const PLACED = { Location: { required: true, schema: { type: 'string' } } };
const id = { name: 'id', in: 'path', required: true, schema: NAMED };
const page = (items: object) => json(object({ items: { type: 'array', items }, next: { type: 'string' } }, ['items']));
const PAGES = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 50 } },
  {
    name: 'page_token',
    in: 'query',
    description: 'The `next` of the page before. A token that the service did not give out is refused with 400.',
    schema: { type: 'string' },
  },
];

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  components: { schemas: { Status: { type: 'string', enum: ['booked', 'cancelled'] } } },
  paths: {
    '/rooms': {
      get: {
        operationId: 'listRooms',
        parameters: PAGES,
        responses: { 200: { ...text('A page.'), ...page(ROOM) }, ...REFUSALS },
      },
      post: {
        operationId: 'addRoom',
        requestBody: { required: true, ...json(object({ name: TITLE, floor: FLOOR, tags: TAGS }, ['name', 'floor'])) },
        responses: {
          201: { ...text('It.'), headers: TAGGED, ...json(ROOM) },
          409: text('The name is already taken.'),
          ...REFUSALS,
        },
      },
    },
    '/rooms/{id}': {
      parameters: [id],
      get: {
        operationId: 'getRoom',
        responses: { 200: { ...text('It.'), headers: TAGGED, ...json(ROOM) }, ...REFUSALS },
      },
      patch: {
        operationId: 'changeRoom',
        parameters: [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: merge({ ...object({ name: TITLE }, []), minProperties: 1 }),
        responses: {
          200: { ...text('It.'), headers: TAGGED, ...json(ROOM) },
          409: text('The name is already taken.'),
          412: text('It has another tag.'),
          ...REFUSALS,
        },
      },
      delete: {
        operationId: 'dropRoom',
        responses: { 204: text('Gone.'), 409: text('The room has bookings.'), ...REFUSALS },
      },
    },
    '/bookings': {
      get: {
        operationId: 'listBookings',
        parameters: [
          ...PAGES,
          { name: 'room', in: 'query', description: 'Only bookings of this room.', schema: NAMED },
          { name: 'status', in: 'query', schema: STATUS },
        ],
        responses: { 200: { ...text('A page.'), ...page(BOOKING) }, ...REFUSALS },
      },
      post: {
        operationId: 'book',
        requestBody: {
          required: true,
          ...json(
            object(
              {
                roomId: NAMED,
                title: TITLE,
                start: MOMENT,
                end: { ...MOMENT, description: 'Must be after `start`.' },
                guests: COUNT,
              },
              ['roomId', 'title', 'start', 'end'],
            ),
          ),
        },
        responses: {
          201: { ...text('It.'), ...json(BOOKING) },
          409: text('The room is booked at this time.'),
          422: text('The room does not exist, the end is not after the start, or there are too many guests.'),
          ...REFUSALS,
        },
      },
    },
    '/bookings/{id}': {
      parameters: [id],
      get: { operationId: 'getBooking', responses: { 200: { ...text('It.'), ...json(BOOKING) }, ...REFUSALS } },
      patch: {
        operationId: 'changeBooking',
        requestBody: merge({ ...object({ title: TITLE }, []), minProperties: 1 }),
        responses: { 200: { ...text('It.'), ...json(BOOKING) }, ...REFUSALS },
      },
      delete: { operationId: 'unbook', responses: { 204: text('Gone.'), ...REFUSALS } },
    },
    '/bookings/{id}/cancel': {
      parameters: [id],
      post: {
        operationId: 'cancelBooking',
        responses: {
          200: { ...text('It.'), ...json(BOOKING) },
          409: text('The booking is already cancelled.'),
          ...REFUSALS,
        },
      },
    },
    '/reports': {
      post: {
        operationId: 'startReport',
        responses: { 202: { ...text('Started.'), headers: PLACED, ...json(REPORT) } },
      },
    },
    '/reports/{id}': {
      parameters: [id],
      get: { operationId: 'getReport', responses: { 200: { ...text('It.'), ...json(REPORT) }, ...REFUSALS } },
    },
    '/reports/{id}/result': {
      parameters: [id],
      get: {
        operationId: 'getReportResult',
        responses: {
          200: { ...text('Lines.'), ...json(object({ lines: { type: 'array', items: TITLE } })) },
          409: text('It is not done.'),
          ...REFUSALS,
        },
      },
    },
  },
};

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}
interface Room {
  readonly id: string;
  readonly name: Json;
  readonly floor: Json;
  readonly tags: readonly Json[];
  readonly updatedAt: string;
}
interface Booking {
  readonly id: string;
  readonly roomId: Json;
  readonly title: Json;
  readonly start: Json;
  readonly end: Json;
  readonly guests: Json;
  readonly status: string;
}
/** A request that keeps the document. */
interface Asked {
  readonly id: string;
  readonly body: JsonObject;
  readonly query: URLSearchParams;
  readonly tag: string | undefined;
}

const REFUSED = (status: number): Answer => ({ status });
const time = (value: Json | undefined): number => Date.parse(String(value));

/** The answers of the service to requests that keep the document. */
function service(fault: Fault | undefined): Record<string, (asked: Asked) => Answer> {
  const rooms = new Map<string, Room & { readonly tag: number }>();
  const bookings = new Map<string, Booking>();
  const reads = new Map<string, number>();
  const tokens = new Map<string, number>();
  let moment = Date.parse('2026-12-01T00:00:00Z');
  let tags = 0;
  const nextTag = () => {
    tags += 1;
    return tags;
  };
  const now = () => {
    moment += 1_000;
    return new Date(moment).toISOString();
  };
  const shown = (status: number, { tag, ...room }: Room & { readonly tag: number }): Answer => ({
    status,
    body: room,
    headers: { ETag: `"${tag}"` },
  });
  const pageOf = (items: readonly object[], query: URLSearchParams): Answer => {
    const token = query.get('page_token');
    const isForged = fault === 'a made-up token gives the first page';
    const start = token === null ? 0 : (tokens.get(token) ?? (isForged ? 0 : undefined));
    if (start === undefined) return REFUSED(400);
    const end = start + Number(query.get('limit') ?? 50);
    const next = end < items.length ? crypto.randomUUID() : undefined;
    if (next !== undefined) tokens.set(next, end);
    return { status: 200, body: { items: items.slice(start, end), ...(next === undefined ? {} : { next }) } };
  };
  const taken = (name: Json | undefined, own?: string) =>
    [...rooms.values()].some((room) => room.name === name && room.id !== own);
  const of = (room: string) => [...bookings.values()].filter(({ roomId }) => roomId === room);
  const isFree = (room: Json | undefined, { start, end }: JsonObject) =>
    fault === 'a time can be booked twice' ||
    of(String(room)).every(
      (other) => other.status === 'cancelled' || time(end) <= time(other.start) || time(start) >= time(other.end),
    );
  return {
    listRooms: ({ query }) =>
      pageOf(
        [...rooms.values()].map(({ tag: _, ...room }) => room),
        query,
      ),
    addRoom({ body }) {
      if (taken(body['name'])) return REFUSED(409);
      const given = Array.isArray(body['tags']) ? (body['tags'] as readonly Json[]) : [];
      const room = {
        id: crypto.randomUUID(),
        name: body['name'] ?? null,
        floor: body['floor'] ?? null,
        tags: fault === 'only the first tag is kept' ? given.slice(0, 1) : given,
        updatedAt: now(),
        tag: nextTag(),
      };
      rooms.set(room.id, room);
      return shown(201, room);
    },
    getRoom({ id }) {
      const room = rooms.get(id);
      return room === undefined ? REFUSED(404) : shown(200, room);
    },
    changeRoom({ id, body, tag }) {
      const room = rooms.get(id);
      if (room === undefined) return REFUSED(404);
      const updatedAt = fault === 'the time of the last change stands still' ? room.updatedAt : now();
      const changed = { ...room, name: body['name'] ?? room.name, updatedAt, tag: nextTag() };
      if (tag !== `"${room.tag}"`) {
        if (fault === 'a write that is refused for its tag is kept') rooms.set(id, changed);
        return REFUSED(412);
      }
      if (taken(body['name'], id)) return REFUSED(409);
      rooms.set(id, changed);
      return shown(200, changed);
    },
    dropRoom({ id }) {
      const room = rooms.get(id);
      if (room === undefined) return REFUSED(404);
      const takes = fault === 'a room with bookings is removed, and they are too';
      if (of(id).length > 0 && !takes) return REFUSED(409);
      for (const booking of of(id)) bookings.delete(booking.id);
      rooms.delete(id);
      if (fault === 'a delete takes the rooms of its floor')
        for (const other of rooms.values()) if (other.floor === room.floor) rooms.delete(other.id);
      return REFUSED(204);
    },
    listBookings({ query }) {
      const room = fault === 'the room does not filter' ? null : query.get('room');
      const status = query.get('status');
      const hides = fault === 'cancelled bookings are not listed' && status === 'cancelled';
      const all = [...bookings.values()].filter(
        (booking) =>
          (room === null || booking.roomId === room) && (status === null || booking.status === status) && !hides,
      );
      return pageOf(all, query);
    },
    book({ body }) {
      const { roomId = null, title = null, start = null, end = null, guests = 1 } = body;
      if (!rooms.has(String(roomId)) || Number(guests) > 20) return REFUSED(422);
      if (time(end) <= time(start) && fault !== 'an end may be before its start') return REFUSED(422);
      if (!isFree(roomId, body)) return REFUSED(409);
      const booking = { id: crypto.randomUUID(), roomId, title, start, end, guests, status: 'booked' };
      bookings.set(booking.id, booking);
      return { status: 201, body: booking };
    },
    getBooking({ id }) {
      const booking = bookings.get(id);
      return booking === undefined ? REFUSED(404) : { status: 200, body: booking };
    },
    changeBooking({ id, body }) {
      const booking = bookings.get(id);
      if (booking === undefined) return REFUSED(404);
      const start = fault === 'a new title moves the start' ? booking.end : booking.start;
      const changed = { ...booking, title: body['title'] ?? booking.title, start };
      bookings.set(id, changed);
      return { status: 200, body: changed };
    },
    unbook: ({ id }) => REFUSED(bookings.delete(id) ? 204 : 404),
    cancelBooking({ id }) {
      const booking = bookings.get(id);
      if (booking === undefined || booking.status === 'cancelled') return REFUSED(booking === undefined ? 404 : 409);
      bookings.set(id, { ...booking, status: 'cancelled' });
      return { status: 200, body: bookings.get(id) ?? {} };
    },
    startReport() {
      const id = crypto.randomUUID();
      reads.set(id, 0);
      return { status: 202, body: { id, state: 'running' }, headers: { Location: `/reports/${id}` } };
    },
    getReport({ id }) {
      const count = reads.get(id);
      if (count === undefined) return REFUSED(404);
      reads.set(id, count + 1);
      return { status: 200, body: { id, state: count > 1 ? 'done' : 'running' } };
    },
    getReportResult({ id }) {
      const count = reads.get(id);
      if (count === undefined || (count > 2 && fault === 'the report has no lines')) return REFUSED(404);
      return count > 2 ? { status: 200, body: { lines: [] } } : REFUSED(409);
    },
  };
}

const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

/** The service behind a door that refuses what breaks the document. */
function target({ api, validator }: Collaborators, fault: Fault | undefined): (request: Request) => Promise<Response> {
  const answers = service(fault);
  const takes = (schema: Schema | undefined, value: Json) => validator.accepts(schema ?? true, value, 'request');
  return async (request) => {
    const url = new URL(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const path = Object.keys(DOCUMENT.paths).find((each) =>
      new RegExp(`^${each.replace('{id}', '[^/]+')}$`).test(url.pathname),
    );
    const there = api.operations.filter((each) => each.path === path);
    const operation = there.find((each) => each.method === method);
    if (there.length === 0) return plain(404);
    if (operation === undefined)
      return plain(405, {
        Allow: there.flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : each.method)).join(),
      });
    const [, , id = ''] = url.pathname.split('/');
    for (const { in: place, name, schema, required } of operation.parameters) {
      const sent = place === 'path' ? id : place === 'query' ? url.searchParams.get(name) : request.headers.get(name);
      const isNumber = name === 'limit' && /^-?[0-9]+$/.test(sent ?? '');
      if (sent === null ? required : !takes(schema, isNumber ? Number(sent) : sent)) return plain(400);
    }
    const content = operation.body?.content[0];
    let body: Json = {};
    if (content !== undefined) {
      const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
      if (type !== content.mediaType) return plain(415);
      try {
        body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer())) as Json;
      } catch {
        return plain(400);
      }
      if (!takes(content.schema, body)) return plain(400);
    }
    const tag = request.headers.get('if-match') ?? undefined;
    const asked = { id, body: isObject(body) ? body : {}, query: url.searchParams, tag };
    const { status, body: answer, headers = {} } = answers[operation.id]?.(asked) ?? { status: 500 };
    if (answer === undefined) return plain(status, headers);
    const text = JSON.stringify(answer);
    const all = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)), ...headers };
    return new Response(request.method === 'HEAD' ? null : text, { status, headers: all });
  };
}

async function errorsOf(fault?: Fault): Promise<readonly string[]> {
  const known = await collaboratorsOf(DOCUMENT);
  const phases = ['stateful', 'protocol'] as const;
  const { summary } = await tell({ ...known, target: target(known, fault), phases });
  return summary.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, message }) => `${check}: ${message}`);
}

test('a service that keeps its document gets no error', async () => {
  expect(await errorsOf()).toEqual([]);
});

const ROWS = Object.entries(FAULTS) as [Fault, string][];

test.each(ROWS)('where %s, %s reports it', async (fault, check) => {
  const found = await errorsOf(fault);
  expect(found.map((each) => each.split(':')[0])).toContain(check);
});
