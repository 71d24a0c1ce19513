import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { bookingFaults } from './bookings.faults.ts';

export interface House {
  next: number;
  readonly rooms: Map<string, Doc>;
  readonly bookings: Map<string, Doc>;
  /** What was booked with a key, and the body that asked for it. */
  readonly keys: Map<string, { readonly body: string; readonly answer: Answer }>;
}

export const refuse = (status: number, message: string): Answer => ({ status, body: { code: `E${status}`, message } });
const missing = (call: Call): Answer => refuse(404, `${Object.values(call.path)[0]} is not there`);
const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function start(): House {
  const rooms = new Map<string, Doc>();
  for (const [index, code] of ['AB-1', 'AB-2', 'XYZ-10'].entries())
    rooms.set(idOf(index + 1), { id: idOf(index + 1), code, seats: 4 * (index + 1) });
  const bookings = new Map<string, Doc>();
  for (let number = 0; number < 9; number++) {
    const id = idOf(101 + number);
    const startsAt = new Date(Date.UTC(2026, 5, 1 + (number % 4), 9)).toISOString();
    const endsAt = new Date(Date.UTC(2026, 5, 1 + (number % 4), 11)).toISOString();
    const price = { amount: [12.5, 100, 99.99][number % 3], currency: ['CHF', 'EUR', 'SEK'][number % 3] };
    const status = ['requested', 'confirmed', 'cancelled'][number % 3];
    bookings.set(id, { id, roomId: idOf(1 + (number % 3)), startsAt, endsAt, price, status });
  }
  return { next: 200, rooms, bookings, keys: new Map() };
}

export function chosen({ bookings }: House, query: Doc): Doc[] {
  const { roomId, status, minPrice = 0, startsAfter, sort } = query;
  const all = [...bookings.values()].filter(
    (one) =>
      (roomId === undefined || one.roomId.toLowerCase() === roomId.toLowerCase()) &&
      (status === undefined || one.status === status) &&
      one.price.amount >= minPrice &&
      (startsAfter === undefined || Date.parse(one.startsAt) > Date.parse(startsAfter)),
  );
  if (sort === undefined) return all;
  const key = (one: Doc) => (sort.endsWith('price') ? one.price.amount : Date.parse(one.startsAt));
  return all.sort((a, b) => (key(a) - key(b)) * (sort.startsWith('-') ? -1 : 1) || (a.id < b.id ? -1 : 1));
}

export const paged = (all: readonly Doc[], { offset = 0, limit = 25 }: Doc): Answer => ({
  status: 200,
  body: { items: all.slice(offset, offset + limit), total: all.length },
});

function roomHandlers(house: House): Handlers {
  const { rooms, bookings } = house;
  const taken = (code: string, by?: string) =>
    [...rooms.values()].some((one) => one.code.toLowerCase() === code.toLowerCase() && one.id !== by);
  return {
    listRooms: () => ({ status: 200, body: [...rooms.values()] }),
    addRoom({ body }) {
      if (taken(body.code)) return refuse(409, 'there is a room with this code');
      const room = { ...body, id: idOf(house.next++) };
      rooms.set(room.id, room);
      return { status: 201, body: room };
    },
    getRoom(call) {
      const room = rooms.get(call.path['roomId'].toLowerCase());
      return room ? { status: 200, body: room } : missing(call);
    },
    replaceRoom(call) {
      const id = call.path['roomId'].toLowerCase();
      if (!rooms.has(id)) return missing(call);
      if (taken(call.body.code, id)) return refuse(409, 'there is a room with this code');
      rooms.set(id, { ...call.body, id });
      return { status: 200, body: rooms.get(id) };
    },
    removeRoom(call) {
      const id = call.path['roomId'].toLowerCase();
      if (!rooms.delete(id)) return missing(call);
      for (const one of [...bookings.values()]) if (one.roomId === id) bookings.delete(one.id);
      return { status: 204 };
    },
  };
}

/** The body with every digit of its reference. */
function asSent(call: Call): Doc {
  const text = new TextDecoder().decode(call.incoming.bytes);
  const digits = /"reference"\s*:\s*(-?\d+)(?=\s*[,}])/.exec(text)?.[1];
  return digits === undefined ? call.body : { ...call.body, reference: BigInt(digits) };
}

function book(house: House, call: Call): Answer {
  const { rooms, bookings, keys } = house;
  const key = call.incoming.headers.get('idempotency-key');
  const before = key === null ? undefined : keys.get(key);
  const sent = new TextDecoder().decode(call.incoming.bytes);
  if (before) return before.body === sent ? before.answer : refuse(422, 'the key was used with another body');
  const body = asSent(call);
  const roomId = body.roomId.toLowerCase();
  if (!rooms.has(roomId)) return refuse(404, 'there is no such room');
  if (!(Date.parse(body.endsAt) > Date.parse(body.startsAt))) return refuse(422, 'the end is not after the start');
  if (body.payment && !['card', 'invoice'].includes(body.payment.kind))
    return refuse(400, 'payment is of no known kind');
  const booking = { ...body, roomId, id: idOf(house.next++), status: 'requested' };
  bookings.set(booking.id, booking);
  const answer: Answer = { status: 201, body: booking, headers: { Location: `/bookings/${booking.id}` } };
  if (key !== null) keys.set(key, { body: sent, answer });
  return answer;
}

function bookingHandlers(house: House): Handlers {
  const { bookings } = house;
  const byId = (call: Call): Doc => bookings.get(call.path['bookingId'].toLowerCase());
  const stored = (one: Doc): Answer => {
    bookings.set(one.id, one);
    return { status: 200, body: one };
  };
  return {
    listBookings: ({ query }) => paged(chosen(house, query), query),
    book: (call) => book(house, call),
    getBooking(call) {
      const one = byId(call);
      return one ? { status: 200, body: one } : missing(call);
    },
    changeBooking(call) {
      const one = byId(call);
      if (!one) return missing(call);
      const { note, ...rest } = { ...one, ...call.body };
      return stored(note === null || note === undefined ? rest : { ...rest, note });
    },
    deleteBooking(call) {
      return bookings.delete(call.path['bookingId'].toLowerCase()) ? { status: 204 } : missing(call);
    },
    confirmBooking(call) {
      const one = byId(call);
      if (!one) return missing(call);
      return one.status === 'cancelled'
        ? refuse(409, 'the booking is cancelled')
        : stored({ ...one, status: 'confirmed' });
    },
    cancelBooking(call) {
      const one = byId(call);
      return one ? stored({ ...one, status: 'cancelled' }) : missing(call);
    },
  };
}

export const bookings: ServerKind = defineServer<House>({
  name: 'bookings',
  style: 'times in order, money, 64-bit numbers, alternatives by a discriminator, keys against doing things twice',
  invalid: 400,
  refuse,
  start,
  handlers: (house) => ({ ...roomHandlers(house), ...bookingHandlers(house) }),
  faults: bookingFaults,
});
