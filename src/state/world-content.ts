import { type Json, StandinError } from '../core/index.ts';
import type { CollectionState } from './collection-state.ts';
import * as states from './collection-state.ts';
import { tooManyEntities } from './limits.ts';
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
  readonly views: Map<string, View>;
  records: Map<string, Json | undefined> | undefined;
  /** More or fewer than the content holds. */
  added: number;
  ended: boolean;
}

interface View {
  readonly handle: Collection;
  /** What was written to the collection; `undefined` while nothing was. */
  readonly written: () => CollectionState | undefined;
}

/** A view of a content: to be written with `bounds`, only read without. */
export function draftOf(of: { readonly content: Content }, bounds?: Bounds): Draft {
  const session: Session = { of, bounds, views: new Map(), records: undefined, added: 0, ended: false };
  return {
    tx: {
      collection(name) {
        let view = session.views.get(name);
        if (view === undefined) {
          view = viewOf(session, name);
          session.views.set(name, view);
        }
        return view.handle;
      },
      collections: () => filled(session),
      record: (name) => (session.records?.has(name) ? session.records.get(name) : recordOf(of.content, name)),
      setRecord(name, value) {
        writing(session);
        session.records ??= new Map();
        session.records.set(name, value);
      },
    },
    apply: () => apply(session),
    end: () => {
      session.ended = true;
    },
  };
}

function filled({ of: { content }, views }: Session): readonly string[] {
  const names = new Set([...namesOf(content, 'collections'), ...views.keys()]);
  return [...names].filter((name) => {
    const state = views.get(name)?.written() ?? stateOf(content, name);
    return state !== undefined && states.count(state) > 0;
  });
}

function apply({ of: { content }, views, records, added }: Session): void {
  for (const [name, view] of views) {
    const written = view.written();
    if (written === undefined) continue;
    content.collections.set(name, states.commit(written, content.collections.get(name)?.keys));
  }
  if (records !== undefined) for (const [name, value] of records) content.records.set(name, value);
  content.entities += added;
}

function viewOf(session: Session, name: string): View {
  const { of } = session;
  let written: CollectionState | undefined;

  const seen = (): CollectionState => {
    if (session.ended) throw ended();
    return written ?? stateOf(of.content, name) ?? states.collectionOf([], 0);
  };
  const versionNow = (): number => Math.max(of.content.since, seen().version);
  const writable = (): CollectionState => {
    const { tick } = writing(session);
    if (written === undefined) {
      const committed = stateOf(of.content, name);
      written = committed === undefined ? states.collectionOf([], 0) : states.fork(committed);
    }
    written.version = tick();
    handle.version = written.version;
    return written;
  };

  const handle: Mutable<Collection> = {
    get: (key) => states.get(seen(), key),
    put(key, value) {
      admit(session, () => states.get(seen(), key) !== undefined);
      const state = writable();
      const before = states.count(state);
      const entity = states.put(state, key, value);
      session.added += states.count(state) - before;
      return entity;
    },
    delete(key) {
      if (states.get(seen(), key) === undefined) return false;
      const done = states.drop(writable(), key);
      session.added--;
      return done;
    },
    query: (wanted) => states.query(seen(), wanted),
    count: () => states.count(seen()),
    nextId: () => raiseTo(session, name, counterOf(of.content, name) + 1n),
    reserve(id) {
      if (id > counterOf(of.content, name)) raiseTo(session, name, id);
    },
    version: versionNow(),
  };
  // Only a reader lives long enough to see others write, and making an accessor costs as much as a whole transaction.
  if (session.bounds === undefined) Object.defineProperty(handle, 'version', { get: versionNow });
  return { handle, written: () => written };
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

function admit(session: Session, isKnown: () => boolean): void {
  const { entities } = writing(session);
  if (session.of.content.entities + session.added < entities || isKnown()) return;
  throw tooManyEntities(entities);
}

function raiseTo(session: Session, name: string, id: bigint): bigint {
  writing(session);
  session.of.content.counters.set(name, id);
  return id;
}

function writing(session: Session): Bounds {
  if (session.ended) throw ended();
  if (session.bounds !== undefined) return session.bounds;
  throw new StandinError('internal', 'The state was written outside a transaction.');
}

const ended = (): StandinError => new StandinError('internal', 'A transaction was used after its end.');
