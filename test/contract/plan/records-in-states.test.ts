import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { type Collaborators, collaboratorsOf, tell } from '../harness.ts';

/** What a faulty service does, and the operation that the check must report. */
const FAULTS = {
  'events are made at an archived venue': 'createEvent',
  'drafts can be booked': 'book',
  'an inactive guide is assigned': 'assignGuide',
  'a published event is published again': 'publishEvent',
} as const;
type Fault = keyof typeof FAULTS;

const text = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: Record<string, object>, required: readonly string[]) => ({
  type: 'object',
  required,
  properties,
});
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const OWN_ID = { type: 'integer', readOnly: true };
const OWN_FLAG = { type: 'boolean', readOnly: true };
const STATUS = { type: 'string', enum: ['draft', 'published', 'cancelled'], readOnly: true };
const REFUSALS = { 400: text('No.'), 404: text('None.') };
const CONFLICT = { 409: text('Not possible.') };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const VENUE = object({ id: OWN_ID, name: NAME, archived: OWN_FLAG }, ['name']);
const EVENT = object({ id: OWN_ID, venueId: { type: 'integer' }, title: NAME, status: STATUS }, ['venueId', 'title']);
const GUIDE = object({ id: OWN_ID, name: NAME, active: { type: 'boolean', default: true } }, ['name']);
const BOOKING = object({ id: OWN_ID, eventId: { type: 'integer' }, guest: NAME, guideId: OWN_ID }, [
  'eventId',
  'guest',
]);

const write = (operationId: string, description: string, schema: object, answer = schema, status = 201) => ({
  operationId,
  description,
  requestBody: { required: true, ...json(schema) },
  responses: { [status]: { ...text('It.'), ...json(answer) }, ...REFUSALS, ...CONFLICT },
});
const read = (operationId: string, schema: object) => ({
  operationId,
  responses: { 200: { ...text('It.'), ...json(schema) }, ...REFUSALS },
});
const act = (operationId: string, description: string, schema: object) => ({
  operationId,
  description,
  responses: { 200: { ...text('It.'), ...json(schema) }, ...REFUSALS, ...CONFLICT },
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Events', version: '1' },
  paths: {
    '/venues': { post: write('createVenue', 'Adds a venue.', VENUE) },
    '/venues/{id}': { parameters: [id], get: read('getVenue', VENUE) },
    '/venues/{id}/archive': { parameters: [id], post: act('archiveVenue', 'Archives the venue.', VENUE) },
    '/events': {
      post: write('createEvent', 'Makes a draft. The venue must exist and must not be archived (409).', EVENT),
    },
    '/events/{id}': { parameters: [id], get: read('getEvent', EVENT) },
    '/events/{id}/publish': {
      parameters: [id],
      post: act('publishEvent', 'Opens a draft for bookings. Any other status is a conflict.', EVENT),
    },
    '/events/{id}/cancel': {
      parameters: [id],
      post: act('cancelEvent', 'Cancels a published event. An event that is not published cannot be cancelled.', EVENT),
    },
    '/guides': { post: write('addGuide', 'Adds a guide.', GUIDE) },
    '/guides/{id}': {
      parameters: [id],
      get: read('getGuide', GUIDE),
      put: write('replaceGuide', 'Replaces the guide.', GUIDE, GUIDE, 200),
    },
    '/bookings': {
      post: write('book', 'Books a place. Only published events can be booked (409 otherwise).', BOOKING),
    },
    '/bookings/{id}': { parameters: [id], get: read('getBooking', BOOKING) },
    '/bookings/{id}/assign': {
      parameters: [id],
      post: write(
        'assignGuide',
        'Gives the booking a guide. Inactive guides cannot be assigned.',
        object({ guideId: { type: 'integer' } }, ['guideId']),
        BOOKING,
        200,
      ),
    },
  },
};

type Rows = Map<number, Record<string, Json>>;
type Answer = readonly [status: number, body?: Json];
interface Call {
  readonly own: Record<string, Json>;
  readonly body: JsonObject;
}

/** The answers of the service to requests that keep the document. */
function service(fault: Fault | undefined): Record<string, (call: Call) => Answer> {
  const rows: Record<string, Rows> = { venues: new Map(), events: new Map(), guides: new Map(), bookings: new Map() };
  let last = 0;
  const add = (table: string, row: Record<string, Json>): Answer => {
    last += 1;
    rows[table]?.set(last, { ...row, id: last });
    return [201, rows[table]?.get(last) ?? null];
  };
  const of = (table: string, key: Json | undefined) => rows[table]?.get(Number(key));
  const change = (row: Record<string, Json>, change: Record<string, Json>): Answer => [200, Object.assign(row, change)];
  const { venues, events, guides, bookings } = rows;
  const shown = ({ own }: Call): Answer => [200, own];
  const known = (table: Rows | undefined, run: (call: Call) => Answer) => (call: Call) => {
    const own = table?.get(Number(call.own['id']));
    return own === undefined ? ([404] as const) : run({ ...call, own });
  };
  return {
    createVenue: ({ body }) => add('venues', { name: body['name'] ?? '', archived: false }),
    getVenue: known(venues, shown),
    archiveVenue: known(venues, ({ own }) => change(own, { archived: true })),
    createEvent({ body }) {
      const venue = of('venues', body['venueId']);
      const isClosed = venue?.['archived'] === true && fault !== 'events are made at an archived venue';
      if (venue === undefined || isClosed) return [409];
      return add('events', { venueId: body['venueId'] ?? 0, title: body['title'] ?? '', status: 'draft' });
    },
    getEvent: known(events, shown),
    publishEvent: known(events, ({ own }) => {
      const again = fault === 'a published event is published again' && own['status'] === 'published';
      return own['status'] === 'draft' || again ? change(own, { status: 'published' }) : [409];
    }),
    cancelEvent: known(events, ({ own }) =>
      own['status'] === 'published' ? change(own, { status: 'cancelled' }) : [409],
    ),
    addGuide: ({ body }) => add('guides', { name: body['name'] ?? '', active: body['active'] ?? true }),
    getGuide: known(guides, shown),
    replaceGuide: known(guides, ({ own, body }) =>
      change(own, { name: body['name'] ?? '', active: body['active'] ?? true }),
    ),
    book({ body }) {
      const status = of('events', body['eventId'])?.['status'];
      const isOpen = status === 'published' || (fault === 'drafts can be booked' && status === 'draft');
      return isOpen ? add('bookings', { eventId: body['eventId'] ?? 0, guest: body['guest'] ?? '' }) : [409];
    },
    getBooking: known(bookings, shown),
    assignGuide: known(bookings, ({ own, body }) => {
      const guide = of('guides', body['guideId']);
      const isFit = guide?.['active'] === true || fault === 'an inactive guide is assigned';
      return guide === undefined || !isFit ? [409] : change(own, { guideId: body['guideId'] ?? 0 });
    }),
  };
}

/** The service behind a door that refuses what breaks the document. */
function target({ api, validator }: Collaborators, fault?: Fault): (request: Request) => Promise<Response> {
  const answers = service(fault);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const there = api.operations.filter((each) => new RegExp(`^${each.path.replace('{id}', '[^/]+')}$`).test(pathname));
    const operation = there.find(({ method }) => method === request.method);
    if (operation === undefined) return new Response(null, { status: there.length > 0 ? 405 : 404 });
    const [, , named = ''] = pathname.split('/');
    if (named !== '' && !/^\d+$/.test(named)) return new Response(null, { status: 400 });
    const schema = operation.body?.content[0]?.schema;
    const body = schema === undefined ? {} : ((await request.json().catch(() => null)) as Json);
    if (schema !== undefined && !validator.accepts(schema, body, 'request')) return new Response(null, { status: 400 });
    const call = { own: { id: Number(named) }, body: isObject(body) ? body : {} };
    const [status, answer] = answers[operation.id]?.(call) ?? [500];
    const headers = { 'Content-Type': 'application/json' };
    return answer === undefined ? new Response(null, { status }) : Response.json(answer, { status, headers });
  };
}

async function run(fault?: Fault) {
  const known = await collaboratorsOf(DOCUMENT);
  const { summary } = await tell({ ...known, target: target(known, fault), phases: ['coverage', 'stateful'] });
  return summary.findings
    .filter(({ check }) => check === 'state.transition-accepted' || check === 'vacuous.never-2xx')
    .map(({ check, operation }) => `${check} ${operation}`);
}

test('a request names records in the states that the document allows, and an action has an item that it can be done to', async () => {
  expect(await run()).toEqual([]);
});

test.each(Object.entries(FAULTS))('%s: reported of %s', async (fault, operation) => {
  expect(await run(fault as Fault)).toEqual([`state.transition-accepted ${operation}`]);
});
