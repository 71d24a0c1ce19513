import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import { accepts, type Call, type Handlers } from '../service.ts';
import { eventFaults } from './events.faults.ts';

export interface Log {
  next: number;
  readonly events: Map<string, Doc>;
}

/** Sequences start where a double can no longer count by one. */
const FIRST = 9_007_199_254_740_993n;

const refuse = (status: number, message: string): Answer => ({
  status,
  body: { error: { type: status === 404 ? 'not_found' : 'invalid_request', message } },
});
const missing = (call: Call): Answer => refuse(404, `eventId ${call.path['eventId']} names no event`);

export const eventId = (count: number): string => `evt_${String(count).padStart(6, '0')}`;

function recorded(count: number, body: Doc): Doc {
  const { type, attributes, period } = body;
  return {
    id: eventId(count),
    object: 'event',
    type,
    sequence: FIRST + BigInt(count),
    ...(attributes === undefined ? {} : { attributes }),
    ...(period === undefined ? {} : { period }),
  };
}

function start(): Log {
  const events = new Map<string, Doc>();
  for (let count = 1; count <= 12; count++) {
    const type = ['login', 'logout', 'purchase'][count % 3];
    events.set(eventId(count), recorded(count, { type, attributes: { user_name: `user${count % 4}` } }));
  }
  return { next: 13, events };
}

/** A cursor is the id of the last event of the page before. */
function listed(log: Log, call: Call): Answer {
  const { limit = 5, cursor, type } = call.query;
  const all = [...log.events.values()].filter((event) => type === undefined || event.type === type);
  const from = cursor === undefined ? 0 : all.findIndex((event) => event.id > cursor);
  if (cursor !== undefined && !/^evt_\d{6}$/.test(cursor)) return refuse(400, 'cursor is not one of ours');
  const data = from < 0 ? [] : all.slice(from, from + limit);
  const more = from >= 0 && from + limit < all.length;
  return { status: 200, body: { data, has_more: more, next_cursor: more ? data.at(-1).id : null, total: all.length } };
}

function handlers(log: Log): Handlers {
  const { events } = log;
  return {
    listEvents: (call) => listed(log, call),
    recordEvent({ body }) {
      const event = recorded(log.next++, body);
      events.set(event.id, event);
      return { status: 201, body: event, headers: { Location: `/events/${event.id}` } };
    },
    getEvent(call) {
      const event = events.get(call.path['eventId']);
      return event ? { status: 200, body: event } : missing(call);
    },
    forgetEvent: (call) => (events.delete(call.path['eventId']) ? { status: 204 } : missing(call)),
    summariseEvent(call) {
      const event = events.get(call.path['eventId']);
      if (!event) return missing(call);
      const text = `${event.type} number ${event.sequence}`;
      const asJson = accepts(call.incoming.headers.get('accept') ?? '*/*', 'application/json');
      return asJson ? { status: 200, body: { text } } : { status: 200, text, mediaType: 'text/plain; charset=utf-8' };
    },
  };
}

export const events: ServerKind = defineServer<Log>({
  name: 'events',
  style: 'envelopes, cursors, ids with a prefix, 64-bit numbers, two media types',
  invalid: 400,
  refuse,
  start,
  handlers,
  faults: eventFaults,
});
