import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const many = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const NONE = "'404': { description: None. }";
const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

const TEXT = `
openapi: 3.1.0
info: { title: Stages, version: '1' }
paths:
  /events:
    get: { operationId: listEvents, responses: { '200': { description: Events., ${many('Event')} } } }
    post: { operationId: addEvent, requestBody: { required: true, ${one('NewEvent')} }, responses: { '201': { description: The event., ${one('Event')} }, '400': { description: Refused. } } }
  /events/{id}:
    ${id}
    get: { operationId: readEvent, responses: { '200': { description: The event., ${one('Event')} }, ${NONE} } }
  /events/{id}/open:
    ${id}
    post: { operationId: openEvent, description: Sets status to open., responses: { '200': { description: The event., ${one('Event')} }, ${NONE} } }
  /events/{id}/figures:
    ${id}
    get: { operationId: readFigures, responses: { '200': { description: Figures., content: { application/json: { schema: { type: object, properties: { sold: { type: integer, description: Sum of the seats of all confirmed bookings } } } } } }, ${NONE} } }
  /bookings:
    get: { operationId: listBookings, responses: { '200': { description: Bookings., ${many('Booking')} } } }
    post:
      operationId: book
      description: Books seats. Only open events can be booked.
      requestBody: { required: true, ${one('NewBooking')} }
      responses: { '201': { description: The booking., ${one('Booking')} }, '400': { description: Refused. }, '409': { description: The event is not open. } }
  /bookings/{id}:
    ${id}
    get: { operationId: readBooking, responses: { '200': { description: The booking., ${one('Booking')} }, ${NONE} } }
    delete: { operationId: deleteBooking, responses: { '204': { description: Deleted. }, ${NONE} } }
  /bookings/{id}/cancel:
    ${id}
    post: { operationId: cancelBooking, description: Sets status to cancelled., responses: { '200': { description: The booking., ${one('Booking')} }, ${NONE} } }
components:
  schemas:
    NewEvent: { type: object, required: [title, capacity], properties: { title: { type: string, minLength: 1 }, capacity: { type: integer, minimum: 50, maximum: 90 } } }
    Event: { allOf: [{ $ref: '#/components/schemas/NewEvent' }, { type: object, required: [id, status, left], properties: { id: { type: integer, readOnly: true }, status: { type: string, enum: [draft, open], readOnly: true }, left: { type: integer, readOnly: true, description: The capacity less the seats of all confirmed bookings. } } }] }
    NewBooking: { type: object, required: [event_id, seats], properties: { event_id: { type: integer }, seats: { type: integer, minimum: 1, maximum: 5 } } }
    Booking: { allOf: [{ $ref: '#/components/schemas/NewBooking' }, { type: object, required: [id, status], properties: { id: { type: integer, readOnly: true }, status: { type: string, enum: [confirmed, cancelled], readOnly: true } } }] }
`;
const PARTS = fromYaml(TEXT);

type Fault = 'left stands' | 'one for all seats' | 'cancelled counted' | 'deleted counted' | 'figures stand' | 'late';

interface Event {
  readonly id: number;
  readonly title: string;
  readonly capacity: number;
  readonly status: string;
}
interface Booking {
  readonly id: number;
  readonly event_id: number;
  readonly seats: number;
  readonly status: string;
}

/** A service that sells seats of events. */
function stages(fault?: Fault): (request: Request) => Promise<Response> {
  const events = new Map<number, Event>();
  const bookings = new Map<number, Booking>();
  const deleted: Booking[] = [];
  let last = 0;
  let changed = 0;
  let earlier: ReadonlyMap<number, number> = new Map();
  const none = (status = 404): Response => new Response(null, { status });
  const sold = (event: number): number => {
    if (fault === 'late' && Date.now() - changed < 250) return earlier.get(event) ?? 0;
    const counted = [...bookings.values(), ...(fault === 'deleted counted' ? deleted : [])].filter(
      (each) => each.event_id === event && (each.status === 'confirmed' || fault === 'cancelled counted'),
    );
    return counted.reduce((sum, { seats }) => sum + (fault === 'one for all seats' ? 1 : seats), 0);
  };
  const shown = (event: Event): object => ({
    ...event,
    left: fault === 'left stands' ? event.capacity : event.capacity - sold(event.id),
  });
  return async (request) => {
    const [top, name, below] = new URL(request.url).pathname.split('/').slice(1);
    const of = Number(name);
    const body = request.method === 'POST' ? await request.json().catch(() => ({})) : {};
    const sent = body as { title?: string; capacity?: number; event_id?: number; seats?: number };
    const [event, booking] = [events.get(of), bookings.get(of)];
    if (request.method !== 'GET') {
      changed = 0;
      earlier = new Map([...events.keys()].map((each) => [each, sold(each)]));
      changed = Date.now();
    }
    if (top === 'events') {
      if (name === undefined && request.method === 'GET') return Response.json([...events.values()].map(shown));
      if (name === undefined) {
        const { title = '', capacity = 0 } = sent;
        if (title === '' || !Number.isInteger(capacity) || capacity < 50 || capacity > 90) return none(400);
        last += 1;
        const made = { id: last, title, capacity, status: 'draft' };
        events.set(last, made);
        return Response.json(shown(made), { status: 201 });
      }
      if (event === undefined) return none();
      if (below === 'figures') return Response.json({ sold: fault === 'figures stand' ? 0 : sold(of) });
      if (below === 'open') events.set(of, { ...event, status: 'open' });
      return Response.json(shown(events.get(of) ?? event));
    }
    if (name === undefined && request.method === 'GET') return Response.json([...bookings.values()]);
    if (name === undefined) {
      const { event_id = 0, seats = 0 } = sent;
      const about = events.get(event_id);
      if (about === undefined || !Number.isInteger(seats) || seats < 1 || seats > 5) return none(400);
      if (about.status !== 'open') return none(409);
      last += 1;
      bookings.set(last, { id: last, event_id, seats, status: 'confirmed' });
      return Response.json(bookings.get(last), { status: 201 });
    }
    if (booking === undefined) return none();
    if (request.method === 'DELETE') {
      deleted.push(booking);
      bookings.delete(of);
      return none(204);
    }
    if (below === 'cancel') bookings.set(of, { ...booking, status: 'cancelled' });
    return Response.json(bookings.get(of));
  };
}

async function found(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...PARTS, target: stages(fault), phases: ['stateful'] });
  return summary.findings.flatMap(({ check, severity, message }) =>
    severity === 'error' ? [`${check}: ${message.replaceAll(/\d+/g, 'n')}`] : [],
  );
}

const LEFT = 'The document calls it “The capacity less the seats of all confirmed bookings”.';
const SOLD = 'The document calls it “Sum of the seats of all confirmed bookings”.';

test.each<readonly [Fault | undefined, readonly string[]]>([
  [undefined, []],
  ['late', []],
  ['left stands', [`\`left\` of readEvent stayed n after book of one of the bookings; it should be n. ${LEFT}`]],
  [
    'one for all seats',
    [`\`left\` of readEvent went from n to n after book of one of the bookings; it should be n. ${LEFT}`],
  ],
  [
    'cancelled counted',
    [`\`left\` of readEvent stayed n after cancelBooking of one of the bookings; it should be n. ${LEFT}`],
  ],
  [
    'deleted counted',
    [`\`left\` of readEvent stayed n after deleteBooking of one of the bookings; it should be n. ${LEFT}`],
  ],
  ['figures stand', [`\`sold\` of readFigures stayed n after book of one of the bookings; it should be n. ${SOLD}`]],
])('numbers of a record where %s', async (fault, expected) => {
  expect(await found(fault)).toEqual(expected.map((message) => `state.count-differs: ${message}`));
});

test('a number that the document bounds may stop at its bound', async () => {
  const bounded = fromYaml(
    TEXT.replace('minimum: 50, maximum: 90', 'minimum: 1, maximum: 2')
      .replace('left: { type: integer', 'left: { type: integer, minimum: 0')
      .replace('minimum: 1, maximum: 5', 'minimum: 4, maximum: 5'),
  );
  const serve = stages();
  const target = async (request: Request): Promise<Response> => {
    const { method } = request;
    const sent =
      method === 'POST'
        ? ((await request
            .clone()
            .json()
            .catch(() => ({}))) as { seats?: number; capacity?: number })
        : {};
    if (sent.seats !== undefined && sent.seats < 4) return new Response(null, { status: 400 });
    const capacity = sent.capacity;
    if (capacity !== undefined && capacity > 2) return new Response(null, { status: 400 });
    const body = capacity === undefined ? {} : { body: JSON.stringify({ ...sent, capacity: capacity + 50 }) };
    const answer = await serve(
      method === 'POST' && capacity !== undefined
        ? new Request(request.url, { method, headers: request.headers, ...body })
        : request,
    );
    const shown: unknown = answer.status < 202 ? await answer.json() : undefined;
    const inBounds = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && 'left' in value && 'capacity' in value
        ? { ...value, capacity: Number(value.capacity) - 50, left: Math.max(0, Number(value.left) - 50) }
        : value;
    return shown === undefined
      ? answer
      : Response.json(Array.isArray(shown) ? shown.map(inBounds) : inBounds(shown), { status: answer.status });
  };
  const { summary } = await tell({ ...bounded, target, phases: ['stateful'] });
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a number in an answer that a cache may have kept is not compared', async () => {
  const serve = stages('left stands');
  const target = async (request: Request): Promise<Response> => {
    const answer = await serve(request);
    if (request.method === 'GET') answer.headers.set('cache-control', 'max-age=60');
    return answer;
  };
  const { summary } = await tell({ ...PARTS, target, phases: ['stateful'] });
  expect(summary.findings.filter(({ check }) => check === 'state.count-differs')).toEqual([]);
});
