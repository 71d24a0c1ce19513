import type { Doc } from '../document.ts';
import type { Ask, Fault } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Call, Handlers } from '../service.ts';
import { chosen, type House, paged } from './bookings.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const FIRST = '/bookings/00000000-0000-4000-8000-000000000101';
const NEW = {
  roomId: ROOM,
  startsAt: '2026-07-01T09:00:00Z',
  endsAt: '2026-07-01T10:00:00Z',
  price: { amount: 0.29, currency: 'CHF' },
};
const KEY = { 'Idempotency-Key': 'k1' };
const call = (handlers: Handlers, id: string, one: Call): Answer => handlers[id]?.(one) as Answer;
const post = (change: object, headers: NonNullable<Ask[3]> = {}): Ask => [
  'POST',
  '/bookings',
  { ...NEW, ...change },
  headers,
];

/** What is stored of a new booking is changed. */
const storing =
  (change: (booking: Doc) => Doc): NonNullable<Fault<House>['does']> =>
  (handlers, house) => ({
    ...handlers,
    book(one) {
      const answer = call(handlers, 'book', one);
      if (answer.status !== 201) return answer;
      const booking = change(answer.body);
      house.bookings.set(booking.id, booking);
      return { ...answer, body: booking };
    },
  });

const listing =
  (choose: (house: House, query: Doc) => Doc[]): NonNullable<Fault<House>['does']> =>
  (handlers, house) => ({ ...handlers, listBookings: ({ query }) => paged(choose(house, query), query) });

/** Numbers, moments, keys and states that are handled nearly right. */
export const bookingFaults: Readonly<Record<string, Fault<House>>> = {
  'references-are-doubles': {
    finds: ['state.number-changed'],
    also: ['schema.int64-precision', 'schema.format'],
    probe: [
      [
        'POST',
        '/bookings',
        JSON.stringify({ ...NEW, reference: 0 }).replace('"reference":0', '"reference":9007199254740993'),
      ],
    ],
    does: storing((one) => (one.reference === undefined ? one : { ...one, reference: Number(one.reference) })),
  },
  'ends-before-it-starts': {
    finds: ['reject.reversed-times'],
    probe: [post({ endsAt: '2026-06-01T09:00:00Z' })],
    does: (handlers, house) => ({
      ...handlers,
      book(one) {
        const { startsAt, endsAt } = one.body;
        if (Date.parse(endsAt) > Date.parse(startsAt)) return call(handlers, 'book', one);
        const answer = call(handlers, 'book', { ...one, body: { ...one.body, endsAt: '9999-12-31T00:00:00Z' } });
        if (answer.status !== 201) return answer;
        const booking = { ...(answer.body as Doc), endsAt };
        house.bookings.set(booking.id, booking);
        return { ...answer, body: booking };
      },
    }),
  },
  'key-books-twice': {
    finds: ['idempotency.key-ignored'],
    probe: [post({}, KEY), post({}, KEY)],
    does: (handlers, { keys }) => ({
      ...handlers,
      book(one) {
        keys.clear();
        return call(handlers, 'book', one);
      },
    }),
  },
  'key-of-another-body': {
    finds: ['idempotency.key-reused'],
    probe: [post({}, KEY), post({ note: 'other' }, KEY)],
    does: (handlers, { keys }) => ({
      ...handlers,
      book(one) {
        const answer = call(handlers, 'book', one);
        const before = keys.get(one.incoming.headers.get('idempotency-key') ?? '');
        return answer.status === 422 && before ? before.answer : answer;
      },
    }),
  },
  'confirms-what-is-cancelled': {
    finds: ['state.transition-accepted'],
    probe: [['POST', '/bookings/00000000-0000-4000-8000-000000000103/confirm']],
    does: (handlers, { bookings }) => ({
      ...handlers,
      confirmBooking(one) {
        const answer = call(handlers, 'confirmBooking', one);
        if (answer.status !== 409) return answer;
        const booking = { ...bookings.get(one.path['bookingId']), status: 'confirmed' };
        bookings.set(booking.id, booking);
        return { status: 200, body: booking };
      },
    }),
  },
  'codes-differ-by-case': {
    finds: ['state.duplicate-accepted'],
    probe: [['POST', '/rooms', { code: 'ab-1', seats: 2 }]],
    does: (handlers, { rooms }) => ({
      ...handlers,
      addRoom(one) {
        if ([...rooms.values()].some((room) => room.code === one.body.code)) return call(handlers, 'addRoom', one);
        const kept = [...rooms.values()].filter((room) => room.code.toLowerCase() === one.body.code.toLowerCase());
        for (const room of kept) rooms.set(room.id, { ...room, code: `kept ${room.code}` });
        const answer = call(handlers, 'addRoom', one);
        for (const room of kept) rooms.set(room.id, room);
        return answer;
      },
    }),
  },
  'any-kind-of-payment': {
    finds: ['reject.enum'],
    probe: [post({ payment: { kind: 'barter', company: 'X' } })],
    does: (handlers, house) => ({
      ...handlers,
      book(one) {
        const { payment } = one.body;
        const isKnown = payment === undefined || ['card', 'invoice'].includes(payment.kind);
        const answer = call(handlers, 'book', isKnown ? one : { ...one, body: { ...one.body, payment: undefined } });
        if (isKnown || answer.status !== 201) return answer;
        const booking = { ...(answer.body as Doc), payment };
        house.bookings.set(booking.id, booking);
        return { ...answer, body: booking };
      },
    }),
  },
  'rooms-are-no-filter': {
    finds: ['filter.ignored'],
    probe: [['GET', `/bookings?roomId=${OTHER}`]],
    does: listing((house, query) => chosen(house, { ...query, roomId: undefined })),
  },
  'offsets-are-dropped': {
    finds: ['state.roundtrip-lossy'],
    also: ['state.times-reversed'],
    probe: [post({ startsAt: '2026-07-01T09:00:00+05:00' })],
    does: storing((one) => ({
      ...one,
      startsAt: one.startsAt.replace(/[+-]\d\d:\d\d$/, 'Z'),
      endsAt: one.endsAt.replace(/[+-]\d\d:\d\d$/, 'Z'),
    })),
  },
  'cents-are-cut-off': {
    finds: ['state.number-changed'],
    probe: [post({})],
    does: storing((one) => ({ ...one, price: { ...one.price, amount: Math.floor(one.price.amount * 100) / 100 } })),
  },
  'bookings-outlive-their-room': {
    finds: ['state.delete-leaves-orphans'],
    probe: [
      ['DELETE', `/rooms/${ROOM}`],
      ['GET', FIRST],
    ],
    does: (handlers, { bookings }) => ({
      ...handlers,
      removeRoom(one) {
        const before = new Map(bookings);
        const answer = call(handlers, 'removeRoom', one);
        for (const [id, booking] of before) bookings.set(id, booking);
        return answer;
      },
    }),
  },
  'guests-are-sorted': {
    finds: ['state.roundtrip-lossy'],
    also: ['state.update-not-visible'],
    probe: [post({ guests: [{ name: 'Zoe' }, { name: 'Ada' }] })],
    does: storing((one) =>
      one.guests ? { ...one, guests: one.guests.toSorted((a: Doc, b: Doc) => a.name.localeCompare(b.name)) } : one,
    ),
  },
  'floor-zero-is-nothing': {
    finds: ['state.number-changed'],
    probe: [
      ['PUT', `/rooms/${ROOM}`, { code: 'AB-1', seats: 2, floor: 0 }],
      ['GET', `/rooms/${ROOM}`],
    ],
    says: (answer, { operationId }) => {
      const body = answer.body as Doc;
      if (!operationId?.endsWith('Room') || body?.floor !== 0) return answer;
      const { floor: _, ...rest } = body;
      return { ...answer, body: rest };
    },
  },
  'put-keeps-the-floor': {
    finds: ['put.partial-update'],
    probe: [
      ['PUT', `/rooms/${ROOM}`, { code: 'AB-1', seats: 2, floor: 3 }],
      ['PUT', `/rooms/${ROOM}`, { code: 'AB-1', seats: 2 }],
    ],
    does: (handlers, { rooms }) => ({
      ...handlers,
      replaceRoom(one) {
        const { floor } = rooms.get(one.path['roomId']) ?? {};
        return call(handlers, 'replaceRoom', floor === undefined ? one : { ...one, body: { floor, ...one.body } });
      },
    }),
  },
  'confirming-does-nothing': {
    finds: ['state.action-without-effect'],
    probe: [['POST', `${FIRST}/confirm`]],
    does: (handlers, { bookings }) => ({
      ...handlers,
      confirmBooking(one) {
        const before = bookings.get(one.path['bookingId']);
        const answer = call(handlers, 'confirmBooking', one);
        if (answer.status === 200) bookings.set(before.id, before);
        return answer.status === 200 ? { ...answer, body: before } : answer;
      },
    }),
  },
  'latest-first-whatever-is-asked': {
    finds: ['sort.ignored'],
    probe: [['GET', '/bookings?sort=startsAt']],
    does: listing((house, query) => chosen(house, query.sort === 'startsAt' ? { ...query, sort: '-startsAt' } : query)),
  },
  'total-of-all-under-a-filter': {
    finds: ['page.total-inconsistent'],
    probe: [['GET', '/bookings?status=confirmed']],
    does: (handlers, house) => ({
      ...handlers,
      listBookings(one) {
        const answer = call(handlers, 'listBookings', one);
        return answer.status === 200
          ? { ...answer, body: { ...(answer.body as Doc), total: house.bookings.size } }
          : answer;
      },
    }),
  },
  'ties-change-places': {
    finds: ['page.overlap-or-gap'],
    probe: [['GET', '/bookings?sort=price&limit=2&offset=2']],
    does: listing((house, query) => {
      const all = chosen(house, query);
      // Without a second key the database gives equal ones in any order, and another on every other page.
      const page = (query.offset ?? 0) / (query.limit ?? 25);
      if (page % 2 === 0 || !query.sort?.endsWith('price')) return all;
      const sign = query.sort === 'price' ? 1 : -1;
      const place = new Map(all.map((each, index) => [each.id, index]));
      const behind = (id: string): number => place.get(id) ?? 0;
      return all.sort((a, b) => sign * (a.price.amount - b.price.amount) || behind(b.id) - behind(a.id));
    }),
  },
};
