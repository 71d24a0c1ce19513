import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createParser } from 'eventsource-parser';
import type { Note } from '../model/control-types.ts';
import type { Control } from './control.ts';

/** Requests as they happen, newest first. */
export interface Live {
  readonly notes: ReadonlySignal<readonly Note[]>;
  /** Requests that came while the list was paused. */
  readonly held: ReadonlySignal<number>;
  readonly paused: Signal<boolean>;
  /** Number of requests since the page was opened. */
  readonly seen: ReadonlySignal<number>;
  /** Number of requests that the server left out because too many came at once. */
  readonly missed: ReadonlySignal<number>;
  /** Number of answers by operation and status, of all received events. */
  readonly calls: ReadonlySignal<CallCounts>;
  /** Number of requests without a count, because the server left them out. */
  readonly uncounted: ReadonlySignal<number>;
  clear(): void;
  resume(): void;
  close(): void;
}

/** Counts by world, operation and status. Each change makes a new object with the same maps. */
export interface CallCounts {
  readonly of: (world: string) => ReadonlyMap<string, ReadonlyMap<number, number>>;
}

const MOST = 1_000;
const AGAIN = 1_000;

/** Follows the events of the mock until it is closed, and resumes after an interruption. */
export function createLive(control: Control): Live {
  const notes = signal<readonly Note[]>([]);
  const waiting = signal<readonly Note[]>([]);
  const paused = signal(false);
  const missed = signal(0);
  const seen = signal(0);
  const uncounted = signal(0);
  const counts = createCallCounts();
  const stop = new AbortController();
  let last = '0';
  const take = (data: string): void => {
    const batch = JSON.parse(data) as { readonly notes: readonly Note[]; readonly more: number };
    missed.value += batch.more;
    uncounted.value += batch.more;
    counts.add(batch.notes);
    seen.value += batch.notes.length + batch.more;
    const into = paused.peek() ? waiting : notes;
    into.value = [...batch.notes.toReversed(), ...into.peek()].slice(0, MOST);
  };
  const follow = async (): Promise<void> => {
    const response = await control.stream('events', { 'last-event-id': last }, stop.signal);
    const reader = response?.body?.pipeThrough(new TextDecoderStream()).getReader();
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id !== undefined && id !== '') last = id;
        if (event === 'exchanges') take(data);
      },
    });
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(value);
    }
  };
  const keepOn = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await follow().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  };
  void keepOn();
  return {
    notes,
    held: computed(() => waiting.value.length),
    paused,
    seen,
    missed,
    calls: counts.calls,
    uncounted,
    clear() {
      notes.value = [];
      waiting.value = [];
      missed.value = 0;
    },
    resume() {
      paused.value = false;
      notes.value = [...waiting.peek(), ...notes.peek()].slice(0, MOST);
      waiting.value = [];
    },
    close: () => stop.abort(),
  };
}

const NONE: ReadonlyMap<string, ReadonlyMap<number, number>> = new Map();

function createCallCounts() {
  const worlds = new Map<string, Map<string, Map<number, number>>>();
  const current = (): CallCounts => ({ of: (world) => worlds.get(world) ?? NONE });
  const calls = signal(current());
  return {
    calls,
    add(notes: readonly Note[]): void {
      for (const { world, operation, status } of notes) {
        if (operation === undefined) continue;
        const operations = worlds.get(world) ?? new Map<string, Map<number, number>>();
        worlds.set(world, operations);
        const statuses = operations.get(operation) ?? new Map<number, number>();
        operations.set(operation, statuses);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      calls.value = current();
    },
  };
}
