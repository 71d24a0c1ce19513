import { type Json, StandinError } from '../../core/index.ts';
import type { CollectionState } from '../model/collection-state.ts';
import * as states from '../model/collection-state.ts';
import type { PlacedEntity } from '../model/indexes.ts';
import { erase, find, type KeyLayer, layerOver } from '../model/key-layers.ts';
import { tooManyEntities } from '../model/limits.ts';
import type { Collection, Entity, Query, QueryResult, Transaction } from '../model/store.ts';
import { type Content, counterOf, recordInContent, stateOf } from './world-content.ts';

/** What a writer needs. */
export interface Bounds {
  /** Most entities in one world. */
  readonly entities: number;
  /** Longest that one transaction may take, in milliseconds. */
  readonly transactionMs: number;
  /** Next version: higher than every one before it. */
  readonly tick: () => number;
}

/** The writes of one transaction so far. */
export interface MemoryDraft {
  readonly tx: Transaction;
  /** Applies the writes to the content. */
  apply(): void;
  /** Makes every further use of `tx` throw. */
  end(): void;
}

interface Session {
  readonly content: Content;
  readonly bounds: Bounds;
  /** A list, because a transaction uses two or three collections. */
  readonly views: View[];
  records: Map<string, Json | undefined> | undefined;
  /** The number of added minus removed entities. */
  added: number;
  ended: boolean;
}

/** A view of the content with private writes, until they are applied. */
export function draftOf(content: Content, bounds: Bounds): MemoryDraft {
  const session: Session = { content, bounds, views: [], records: undefined, added: 0, ended: false };
  return {
    tx: {
      collection(name) {
        for (const view of session.views) if (view.name === name) return view;
        const view = new View(session, name);
        session.views.push(view);
        return view;
      },
      record: (name) => (session.records?.has(name) ? session.records.get(name) : recordInContent(content, name)),
      setRecord(name, value) {
        openBounds(session);
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
  for (const view of views) view.settle();
  if (records !== undefined) for (const [name, value] of records) content.records.set(name, value);
  content.entities += added;
}

/**
 * A collection in one transaction. A class, because every write makes several: closures for each would be
 * half of its garbage. Writes are kept beside the committed state and merged at the end without a copy.
 * Only a transaction that lists after a write needs a full state of its own.
 */
class View implements Collection {
  private readonly session: Session;
  readonly name: string;
  /** Writes over the committed keys; `undefined` before the first write and after a `fork`. */
  private pending: KeyLayer<PlacedEntity> | undefined = undefined;
  private nextPlace = 0;
  private fork: CollectionState | undefined = undefined;
  /** The number of added minus removed entities. */
  private added = 0;
  version: number;

  constructor(session: Session, name: string) {
    this.session = session;
    this.name = name;
    this.version = Math.max(session.content.since, this.committed().version);
  }

  private committed(): CollectionState {
    const { ended: over, content } = this.session;
    if (over) throw endError();
    return stateOf(content, this.name) ?? states.collectionStateOf([], 0);
  }

  get(key: string): PlacedEntity | undefined {
    const committed = this.committed();
    return find(this.fork?.keys ?? this.pending ?? committed.keys, key);
  }

  put(key: string, value: Json): Entity {
    const before = this.get(key);
    admit(this.session, before);
    this.stamp();
    if (before === undefined) this.grow(1);
    if (this.fork !== undefined) return states.put(this.fork, key, value);
    const pending = this.writable();
    const place = before === undefined ? this.nextPlace++ : before.place;
    const entity = { key, value, version: states.versionAfter(before), place };
    pending.own.set(key, entity);
    return entity;
  }

  delete(key: string): boolean {
    if (this.get(key) === undefined) return false;
    this.stamp();
    this.grow(-1);
    if (this.fork !== undefined) states.drop(this.fork, key);
    else erase(this.writable(), key);
    return true;
  }

  query(wanted: Query): QueryResult {
    return states.query(this.whole(), wanted);
  }

  count(): number {
    return states.count(this.committed()) + this.added;
  }

  nextId(): bigint {
    return raiseTo(this.session, this.name, counterOf(this.session.content, this.name) + 1n);
  }

  reserve(id: bigint): void {
    if (id > counterOf(this.session.content, this.name)) raiseTo(this.session, this.name, id);
  }

  /** Applies the writes to the content. */
  settle(): void {
    const { content } = this.session;
    const { fork, pending, name, version } = this;
    const own = content.collections.get(name);
    if (fork !== undefined) content.collections.set(name, states.commit(fork, own?.keys));
    if (pending === undefined) return;
    const into = own ?? states.fork(this.committed());
    if (own === undefined) content.collections.set(name, into);
    states.lay(into, pending.own, this.added);
    into.version = version;
  }

  private stamp(): void {
    this.version = openBounds(this.session).tick();
    if (this.fork !== undefined) this.fork.version = this.version;
  }

  private grow(by: 1 | -1): void {
    this.added += by;
    this.session.added += by;
  }

  private writable(): KeyLayer<PlacedEntity> {
    if (this.pending === undefined) {
      const { keys, nextPlace } = this.committed();
      this.pending = layerOver(keys);
      this.nextPlace = nextPlace;
    }
    return this.pending;
  }

  private whole(): CollectionState {
    const committed = this.committed();
    if (this.pending !== undefined) {
      this.fork = states.fork(committed);
      states.lay(this.fork, this.pending.own, this.added);
      this.fork.version = this.version;
      this.pending = undefined;
    }
    return this.fork ?? committed;
  }
}

function admit(session: Session, before: Entity | undefined): void {
  const { entities } = openBounds(session);
  if (session.content.entities + session.added < entities || before !== undefined) return;
  throw tooManyEntities(entities);
}

function raiseTo(session: Session, name: string, id: bigint): bigint {
  openBounds(session);
  session.content.counters.set(name, id);
  return id;
}

function openBounds(session: Session): Bounds {
  if (session.ended) throw endError();
  return session.bounds;
}

const endError = (): StandinError => new StandinError('internal', 'A transaction was used after its end.');
