import type { Hono } from 'hono';
import type { Json } from '../../core/index.ts';
import type { Journal } from '../../journal/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import type { ControlDependencies } from './control-dependencies.ts';

/** Milliseconds between batches, and after a batch with more than `BUSY` exchanges. */
const SHORT = 50;
const LONG = 250;
const BUSY = 10;
/**
 * Milliseconds after which a stream without exchanges sends a comment, and after which the log of a fleet
 * is read.
 */
const ALIVE = 15_000;
const FLEET = 500;
const MOST_NOTES = 500;

/**
 * `GET events`: requests and answers as server-sent events. Each event `exchanges` has the notes of one
 * batch, oldest first, and `more`: how many were left out. Its id is the number of its last exchange; a
 * client with `Last-Event-ID` continues from there.
 */
export function eventRoute(app: Hono, { mock, journal, closed }: ControlDependencies): void {
  app.get('/events', (c) => {
    const lastId = c.req.header('last-event-id') ?? c.req.query('since') ?? '';
    const last = /^\d{1,15}$/.test(lastId) ? Math.min(Number(lastId), journal.newest) : journal.newest;
    const world = c.req.query('world');
    const isShared = mock().store.log !== undefined;
    const signal = AbortSignal.any([c.req.raw.signal, closed]);
    const stream = exchangesAfter(journal, { last, world, isShared, signal });
    return new Response(stream, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    });
  });
}

interface Follower {
  /** Number of the last exchange that the client has seen. */
  readonly last: number;
  readonly world: string | undefined;
  /** Other processes record exchanges too. */
  readonly isShared: boolean;
  readonly signal: AbortSignal;
}

function exchangesAfter(journal: Journal, { last, world, isShared, signal }: Follower): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let seen = last;
  let isOpen = true;
  let end = (): void => undefined;
  return new ReadableStream({
    start(controller) {
      const write = (text: string): void => controller.enqueue(encoder.encode(text));
      let timer: NodeJS.Timeout | undefined;
      const flush = (): void => {
        timer = undefined;
        if (!isOpen) return;
        // A client that reads slowly gets one batch with everything it missed.
        if ((controller.desiredSize ?? 0) <= 0) {
          wait(LONG);
          return;
        }
        const { newest } = journal;
        if (newest <= seen) return;
        const batch = notesBetween(journal, seen, newest, world);
        const isBusy = newest - seen > BUSY;
        seen = newest;
        if (batch.notes.length > 0) write(`id: ${newest}\nevent: exchanges\ndata: ${stringifyJson(batch)}\n\n`);
        if (isBusy) wait(LONG);
      };
      const wait = (milliseconds: number): void => {
        timer ??= setTimeout(flush, milliseconds);
      };
      const unsubscribe = journal.subscribe(() => wait(SHORT));
      const alive = setInterval(() => write(': alive\n\n'), ALIVE);
      const fleet = isShared
        ? setInterval(() => void gatherQuietly(journal).then(() => wait(SHORT)), FLEET)
        : undefined;
      end = () => {
        isOpen = false;
        unsubscribe();
        clearTimeout(timer);
        clearInterval(alive);
        clearInterval(fleet);
      };
      signal.addEventListener(
        'abort',
        () => {
          if (!isOpen) return;
          end();
          controller.close();
        },
        { once: true },
      );
      write(`retry: 1000\nid: ${seen}\nevent: ready\ndata: {}\n\n`);
      if (journal.newest > seen) wait(0);
    },
    cancel: () => end(),
  });
}

/** An unavailable store has no new entries; they come when it is back. */
const gatherQuietly = (journal: Journal): Promise<void> => journal.gather().catch(() => undefined);

function notesBetween(
  journal: Journal,
  after: number,
  upTo: number,
  world: string | undefined,
): { readonly notes: readonly Json[]; readonly more: number } {
  const first = Math.max(after, upTo - MOST_NOTES);
  const notes = Array.from({ length: upTo - first }, (_, index) => journal.note(first + index + 1));
  const wanted = notes.filter((note) => note !== undefined && (world === undefined || note.world === world));
  // A note is plain data.
  return { notes: wanted as unknown as readonly Json[], more: first - after };
}
