import { readDocument } from './document.ts';
import type { Mutant, ServerKind } from './fault.ts';
import { NOW } from './server.ts';
import { bookings } from './servers/bookings.ts';
import { books } from './servers/books.ts';
import { cases } from './servers/cases.ts';
import { events } from './servers/events.ts';
import { files } from './servers/files.ts';
import { members } from './servers/members.ts';
import { notes } from './servers/notes.ts';
import { orders } from './servers/orders.ts';
import { projects } from './servers/projects.ts';
import { stations } from './servers/stations.ts';
import { teams } from './servers/teams.ts';
import { tickets } from './servers/tickets.ts';

/**
 * Little servers that keep their contracts, each in a style of its own, and the ways in which each can break it.
 * They share nothing with what judges them. To add a fault, add an entry to the server's list of faults.
 */
export const servers: readonly ServerKind[] = [
  books,
  members,
  events,
  teams,
  tickets,
  notes,
  stations,
  orders,
  cases,
  files,
  bookings,
  projects,
];

export const mutants: readonly Mutant[] = servers.flatMap((server) =>
  Object.entries(server.faults).map(([fault, { finds, also = [], probe, now = NOW, publishes }]) => ({
    name: `${server.name}/${fault}`,
    server,
    fault,
    finds,
    also,
    probe,
    now,
    document() {
      const document = readDocument(server.name);
      publishes?.(document);
      return document;
    },
    create: () => server.create(fault),
  })),
);
