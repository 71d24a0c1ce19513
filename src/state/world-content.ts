import { type Json, StandinError } from '../core/index.ts';
import type { CollectionState } from './collection-state.ts';
import * as states from './collection-state.ts';
import type { Collection, Transaction } from './store.ts';

/** What a world in memory holds. `base` is shared by all worlds and never written. */
export interface Content {
  readonly base: Content | undefined;
  readonly collections: Map<string, CollectionState>;
  /** The last integer that each collection's counter gave. Outside transactions: a rollback does not take one back. */
  readonly counters: Map<string, bigint>;
  readonly records: Map<string, Json | undefined>;
  entities: number;
  /** No collection is older than this, so that versions of a world do not come back after a reset. */
  readonly since: number;
}

/** What writing needs. */
export interface Bounds {
  /** Most entities in one world. */
  readonly entities: number;
  /** Next version: higher than every one before it. */
  readonly tick: () => number;
}

export const contentOver = (base: Content | undefined, since: number): Content => ({
  base,
  collections: new Map(),
  counters: new Map(),
  records: new Map(),
  entities: base?.entities ?? 0,
  since,
});

export const stateOf = (content: Content, name: string): CollectionState | undefined =>
  content.collections.get(name) ?? content.base?.collections.get(name);

export const counterOf = (content: Content, name: string): bigint =>
  content.counters.get(name) ?? content.base?.counters.get(name) ?? 0n;

const recordOf = (content: Content, name: string): Json | undefined =>
  content.records.has(name) ? content.records.get(name) : content.base?.records.get(name);

/** Of everything that was ever there, in the order in which it came. */
export function namesOf(content: Content, part: 'collections' | 'counters' | 'records'): readonly string[] {
  return [...new Set([...(content.base?.[part].keys() ?? []), ...content[part].keys()])];
}

/** What one atomic step has written so far. */
export interface Draft {
  readonly tx: Transaction;
  /** Makes it the content's. */
  apply(): void;
  /** From here on every use of `tx` throws. */
  end(): void;
}

interface Session {
  /** The content may be another after a reset. */
  readonly of: { readonly content: Content };
  /** Absent for a reader. */
  readonly bounds: Bounds | undefined;
  readonly forks: Map<string, CollectionState>;
  readonly records: Map<string, Json | undefined>;
  /** More or fewer than the content holds. */
  added: number;
  ended: boolean;
}

/** A view of a content: to be written with `bounds`, only read without. */
export function draftOf(of: { readonly content: Content }, bounds?: Bounds): Draft {
  const session: Session = { of, bounds, forks: new Map(), records: new Map(), added: 0, ended: false };
  const handles = new Map<string, Collection>();
  const tx: Transaction = {
    collection(name) {
      let handle = handles.get(name);
      if (handle === undefined) {
        handle = handleOf(session, name);
        handles.set(name, handle);
      }
      return handle;
    },
    collections() {
      const names = new Set([...namesOf(of.content, 'collections'), ...session.forks.keys()]);
      return [...names].filter((name) => states.count(seen(session, name)) > 0);
    },
    record: (name) => (session.records.has(name) ? session.records.get(name) : recordOf(of.content, name)),
    setRecord(name, value) {
      writing(session);
      session.records.set(name, value);
    },
  };
  return {
    tx,
    apply: () => apply(session),
    end: () => {
      session.ended = true;
    },
  };
}

function apply({ of: { content }, forks, records, added }: Session): void {
  for (const [name, fork] of forks) {
    content.collections.set(name, states.commit(fork, content.collections.get(name)?.keys));
  }
  for (const [name, value] of records) content.records.set(name, value);
  content.entities += added;
}

function handleOf(session: Session, name: string): Collection {
  const { of } = session;
  return {
    get: (key) => states.get(seen(session, name), key),
    put: (key, value) => put(session, name, key, value),
    delete(key) {
      if (states.get(seen(session, name), key) === undefined) return false;
      const done = states.drop(writable(session, name), key);
      session.added--;
      return done;
    },
    query: (wanted) => states.query(seen(session, name), wanted),
    count: () => states.count(seen(session, name)),
    nextId() {
      writing(session);
      const id = counterOf(of.content, name) + 1n;
      of.content.counters.set(name, id);
      return id;
    },
    reserve(id) {
      writing(session);
      if (id > counterOf(of.content, name)) of.content.counters.set(name, id);
    },
    get version() {
      return Math.max(of.content.since, seen(session, name).version);
    },
  };
}

function put(session: Session, name: string, key: string, value: Json): ReturnType<typeof states.put> {
  const { entities } = writing(session);
  if (session.of.content.entities + session.added >= entities && !states.get(seen(session, name), key)) {
    throw new StandinError('state.full', `The world holds ${entities} entities, which is the most it may.`, {
      hint: 'Delete some, reset the world, or raise the limit.',
    });
  }
  const state = writable(session, name);
  const before = states.count(state);
  const entity = states.put(state, key, value);
  session.added += states.count(state) - before;
  return entity;
}

function seen(session: Session, name: string): CollectionState {
  if (session.ended) throw new StandinError('internal', 'A transaction was used after its end.');
  return session.forks.get(name) ?? stateOf(session.of.content, name) ?? states.collectionOf([], 0);
}

function writing({ ended, bounds }: Session): Bounds {
  if (ended) throw new StandinError('internal', 'A transaction was used after its end.');
  if (bounds === undefined) throw new StandinError('internal', 'The state was written outside a transaction.');
  return bounds;
}

function writable(session: Session, name: string): CollectionState {
  const { tick } = writing(session);
  let state = session.forks.get(name);
  if (state === undefined) {
    const committed = stateOf(session.of.content, name);
    state = committed === undefined ? states.collectionOf([], 0) : states.fork(committed);
    session.forks.set(name, state);
  }
  state.version = tick();
  return state;
}
