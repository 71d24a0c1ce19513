import { type Json, StandinError } from '../core/index.ts';
import { tooManyEntities } from './limits.ts';
import type { CollectionRow } from './sqlite-collection.ts';
import * as rows from './sqlite-collection.ts';
import type { Connection } from './sqlite-driver.ts';
import type { Collection, Entity, Query, QueryResult, Transaction } from './store.ts';
import { nameStored, storedName, storedValue, valueStored } from './stored-text.ts';

/** What writing needs. */
export interface Writing {
  /** Most entities in one world. */
  readonly entities: number;
  /** Next version: higher than every one before it, undone ones included. */
  tick(db: Connection): number;
  /** Ids given by this process, by collection: an undone transaction does not take its ids back. */
  readonly given: Map<number, bigint>;
}

export interface SessionOptions {
  readonly db: Connection;
  readonly world: number;
  /** Absent for a reader. */
  readonly writing?: Writing;
  /** Where a reader lacks indexes: tries to have them made, and says whether they are there. */
  readonly makeIndexes?: (collection: number, pointers: readonly string[]) => boolean;
}

export interface Session {
  readonly tx: Transaction;
  /** From here on every use of `tx` throws. */
  end(): void;
}

export function sessionOf(options: SessionOptions): Session {
  const { db, world } = options;
  const state = { ended: false };
  const open = (): Connection => {
    if (state.ended) throw new StandinError('internal', 'A transaction was used after its end.');
    return db;
  };
  const writing = (): Writing => {
    open();
    if (options.writing !== undefined) return options.writing;
    throw new StandinError('internal', 'The state was written outside a transaction.');
  };
  return {
    tx: {
      collection: (name) => collectionOf(options, name, open, writing),
      collections() {
        const sql = 'SELECT name FROM collections WHERE world = ? AND size > 0 ORDER BY id';
        return open()
          .all(sql, world)
          .map((row) => nameStored(String(row['name'])));
      },
      record(name) {
        const row = open().get('SELECT value FROM records WHERE world = ? AND name = ?', world, storedName(name));
        return row === undefined ? undefined : valueStored(String(row['value']));
      },
      setRecord(name, value) {
        writing();
        setRecord(db, world, name, value);
      },
    },
    end() {
      state.ended = true;
    },
  };
}

export function setRecord(db: Connection, world: number, name: string, value: Json | undefined): void {
  if (value === undefined) db.run('DELETE FROM records WHERE world = ? AND name = ?', world, storedName(name));
  else db.run('INSERT OR REPLACE INTO records VALUES (?, ?, ?)', world, storedName(name), storedValue(value));
}

function collectionOf(
  { db, world, makeIndexes }: SessionOptions,
  name: string,
  open: () => Connection,
  writing: () => Writing,
): Collection {
  const row = (): CollectionRow | undefined => rows.findCollection(open(), world, name);
  const ownRow = (): CollectionRow => row() ?? rows.makeCollection(db, world, name);
  const wrote = (collection: number, added: number): void => {
    const sql = 'UPDATE collections SET version = ?, size = size + ? WHERE id = ?';
    db.run(sql, writing().tick(db), added, collection);
    if (added !== 0) db.run('UPDATE worlds SET entities = entities + ? WHERE id = ?', added, world);
  };
  const give = (collection: CollectionRow, id: bigint): bigint => {
    writing().given.set(collection.id, id);
    db.run('UPDATE collections SET last_id = ? WHERE id = ?', String(id), collection.id);
    return id;
  };
  const lastGiven = ({ id, lastId }: CollectionRow): bigint => {
    const given = writing().given.get(id) ?? 0n;
    return given > lastId ? given : lastId;
  };
  return {
    get(key) {
      const found = row();
      return found === undefined ? undefined : rows.getEntity(db, found.id, key);
    },
    put: (key, value) => put(db, world, writing(), ownRow().id, key, value, wrote),
    delete(key) {
      writing();
      const found = row();
      if (found === undefined || !rows.deleteEntity(db, found.id, key)) return false;
      wrote(found.id, -1);
      return true;
    },
    query(wanted) {
      const found = row();
      return found === undefined ? { entities: [], total: 0 } : query(db, found, wanted, makeIndexes);
    },
    count: () => row()?.size ?? 0,
    nextId() {
      writing();
      const own = ownRow();
      return give(own, lastGiven(own) + 1n);
    },
    reserve(id) {
      writing();
      const own = ownRow();
      if (id > lastGiven(own)) give(own, id);
    },
    get version() {
      const since = Number(open().get('SELECT since FROM worlds WHERE id = ?', world)?.['since'] ?? 0);
      return Math.max(since, row()?.version ?? 0);
    },
  };
}

function put(
  db: Connection,
  world: number,
  { entities }: Writing,
  collection: number,
  key: string,
  value: Json,
  wrote: (collection: number, added: number) => void,
): Entity {
  const held = Number(db.get('SELECT entities FROM worlds WHERE id = ?', world)?.['entities']);
  if (held >= entities && rows.getEntity(db, collection, key) === undefined) {
    throw tooManyEntities(entities);
  }
  const { entity, added } = rows.putEntity(db, collection, key, value);
  wrote(collection, added ? 1 : 0);
  return entity;
}

function query(
  db: Connection,
  collection: CollectionRow,
  wanted: Query,
  makeIndexes: SessionOptions['makeIndexes'],
): QueryResult {
  const missing = rows.missingIndexes(db, collection.id, wanted);
  if (missing === undefined) return rows.scanEntities(db, collection.id, wanted);
  if (missing.length > 0) {
    const made = makeIndexes?.(collection.id, missing) ?? false;
    if (!made) return rows.scanEntities(db, collection.id, wanted);
  }
  if (makeIndexes === undefined) return rows.queryEntities(db, collection, wanted);
  // A reader: another process may write between two statements.
  db.run('BEGIN');
  try {
    return rows.queryEntities(db, collection, wanted);
  } finally {
    db.run('COMMIT');
  }
}
