import { type Json, StandinError } from '../core/index.ts';
import type { CollectionState } from './collection-state.ts';
import * as states from './collection-state.ts';
import { tooManyEntities } from './limits.ts';
import type { Collection, Transaction } from './store.ts';
import { type Content, counterOf, namesOf, recordOf, stateOf } from './world-content.ts';

/** What writing needs. */
export interface Bounds {
  /** Most entities in one world. */
  readonly entities: number;
  /** Longest that one transaction may take, in milliseconds. */
  readonly transactionMs: number;
  /** Next version: higher than every one before it. */
  readonly tick: () => number;
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
  readonly content: Content;
  readonly bounds: Bounds;
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

/** A view of a content in which writing shows, and which nobody else sees until it is applied. */
export function draftOf(content: Content, bounds: Bounds): Draft {
  const session: Session = { content, bounds, views: new Map(), records: undefined, added: 0, ended: false };
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
      record: (name) => (session.records?.has(name) ? session.records.get(name) : recordOf(content, name)),
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

function filled({ content, views }: Session): readonly string[] {
  const names = new Set([...namesOf(content, 'collections'), ...views.keys()]);
  return [...names].filter((name) => {
    const state = views.get(name)?.written() ?? stateOf(content, name);
    return state !== undefined && states.count(state) > 0;
  });
}

function apply({ content, views, records, added }: Session): void {
  for (const [name, view] of views) {
    const written = view.written();
    if (written === undefined) continue;
    content.collections.set(name, states.commit(written, content.collections.get(name)?.keys));
  }
  if (records !== undefined) for (const [name, value] of records) content.records.set(name, value);
  content.entities += added;
}

function viewOf(session: Session, name: string): View {
  const { content } = session;
  let written: CollectionState | undefined;

  const seen = (): CollectionState => {
    if (session.ended) throw ended();
    return written ?? stateOf(content, name) ?? states.collectionOf([], 0);
  };
  const writable = (): CollectionState => {
    const { tick } = writing(session);
    if (written === undefined) {
      const committed = stateOf(content, name);
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
    nextId: () => raiseTo(session, name, counterOf(content, name) + 1n),
    reserve(id) {
      if (id > counterOf(content, name)) raiseTo(session, name, id);
    },
    // No accessor: making one costs as much as all the rest of a transaction.
    version: Math.max(content.since, seen().version),
  };
  return { handle, written: () => written };
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

function admit(session: Session, isKnown: () => boolean): void {
  const { entities } = writing(session);
  if (session.content.entities + session.added < entities || isKnown()) return;
  throw tooManyEntities(entities);
}

function raiseTo(session: Session, name: string, id: bigint): bigint {
  writing(session);
  session.content.counters.set(name, id);
  return id;
}

function writing(session: Session): Bounds {
  if (session.ended) throw ended();
  return session.bounds;
}

const ended = (): StandinError => new StandinError('internal', 'A transaction was used after its end.');
