import { STATUS_CODES } from 'node:http';
import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { ticketFaults } from './tickets.faults.ts';

export interface Desk {
  next: number;
  readonly tickets: Map<number, Doc>;
}

const refuse = (status: number, detail: string): Answer => ({
  status,
  mediaType: 'application/problem+json',
  body: { type: 'about:blank', title: STATUS_CODES[status], status, detail },
});
const missing = (call: Call): Answer => refuse(404, `ticketId ${call.path['ticketId']} names no ticket`);

function start(): Desk {
  const tickets = new Map<number, Doc>();
  const queues = ['hardware', 'software', 'other'];
  for (let id = 1; id <= 6; id++)
    tickets.set(id, {
      id,
      subject: `It does not work (${id})`,
      queue: queues[id % 3],
      priority: 1 + (id % 5),
      urgent: id > 4,
      labels: ['new'],
    });
  return { next: 7, tickets };
}

function handlers(desk: Desk): Handlers {
  const { tickets } = desk;
  return {
    listTickets({ query: { queue, urgent, label = [] } }) {
      const fits = (one: Doc) =>
        one.queue === queue &&
        (urgent === undefined || (one.urgent ?? false) === urgent) &&
        label.every((name: string) => one.labels?.includes(name));
      return { status: 200, body: [...tickets.values()].filter(fits) };
    },
    openTicket({ body }) {
      const id = desk.next++;
      tickets.set(id, { ...body, id });
      return { status: 201, body: tickets.get(id), headers: { Location: `/tickets/${id}` } };
    },
    getTicket(call) {
      const ticket = tickets.get(call.path['ticketId']);
      return ticket ? { status: 200, body: ticket } : missing(call);
    },
    rewriteTicket(call) {
      const id = call.path['ticketId'];
      if (!tickets.has(id)) return missing(call);
      tickets.set(id, { ...call.body, id });
      return { status: 200, body: tickets.get(id) };
    },
    closeTicket: (call) => (tickets.delete(call.path['ticketId']) ? { status: 204 } : missing(call)),
  };
}

export const tickets: ServerKind = defineServer<Desk>({
  name: 'tickets',
  style: 'strict input, a required query parameter, problem details for every refusal',
  invalid: 422,
  refuse,
  start,
  handlers,
  faults: ticketFaults,
});
