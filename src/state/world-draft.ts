import { type Json, StandinError } from '../core/index.ts';
import type { CollectionState } from './collection-state.ts';
import * as states from './collection-state.ts';
import { tooManyEntities } from './limits.ts';
import type { Collection, Entity, Query, QueryResult, Transaction } from './store.ts';
import { type Content, counterOf, recordOf, stateOf } from './world-content.ts';

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
  /** Few: a step looks at two or three collections. */
  readonly views: View[];
  records: Map<string, Json | undefined> | undefined;
  /** More or fewer than the content holds. */
  added: number;
  ended: boolean;
}

/** A view of a content in which writing shows, and which nobody else sees until it is applied. */
export function draftOf(content: Content, bounds: Bounds): Draft {
  const session: Session = { content, bounds, views: [], records: undefined, added: 0, ended: false };
  return {
    tx: {
      collection(name) {
        for (const view of session.views) if (view.name === name) return view;
        const view = new View(session, name);
        session.views.push(view);
        return view;
      },
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

function apply({ content, views, records, added }: Session): void {
  for (const { name, written } of views)
    if (written !== undefined)
      content.collections.set(name, states.commit(written, content.collections.get(name)?.keys));
  if (records !== undefined) for (const [name, value] of records) content.records.set(name, value);
  content.entities += added;
}

/** A collection as one atomic step sees it. A class, because there are several in every write: closures made for each would be half of its garbage. */
class View implements Collection {
  private readonly session: Session;
  readonly name: string;
  /** What was written to the collection; `undefined` while nothing was. */
  written: CollectionState | undefined = undefined;
  version: number;

  constructor(session: Session, name: string) {
    this.session = session;
    this.name = name;
    this.version = Math.max(session.content.since, this.seen().version);
  }

  private seen(): CollectionState {
    const { ended: over, content } = this.session;
    if (over) throw ended();
    return this.written ?? stateOf(content, this.name) ?? states.collectionOf([], 0);
  }

  private writable(): CollectionState {
    const { tick } = writing(this.session);
    if (this.written === undefined) {
      const committed = stateOf(this.session.content, this.name);
      this.written = committed === undefined ? states.collectionOf([], 0) : states.fork(committed);
    }
    this.written.version = tick();
    this.version = this.written.version;
    return this.written;
  }

  get(key: string): Entity | undefined {
    return states.get(this.seen(), key);
  }

  put(key: string, value: Json): Entity {
    admit(this.session, this.seen(), key);
    const state = this.writable();
    const before = states.count(state);
    const entity = states.put(state, key, value);
    this.session.added += states.count(state) - before;
    return entity;
  }

  delete(key: string): boolean {
    if (states.get(this.seen(), key) === undefined) return false;
    const done = states.drop(this.writable(), key);
    this.session.added--;
    return done;
  }

  query(wanted: Query): QueryResult {
    return states.query(this.seen(), wanted);
  }

  count(): number {
    return states.count(this.seen());
  }

  nextId(): bigint {
    return raiseTo(this.session, this.name, counterOf(this.session.content, this.name) + 1n);
  }

  reserve(id: bigint): void {
    if (id > counterOf(this.session.content, this.name)) raiseTo(this.session, this.name, id);
  }
}

function admit(session: Session, seen: CollectionState, key: string): void {
  const { entities } = writing(session);
  if (session.content.entities + session.added < entities || states.get(seen, key) !== undefined) return;
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
