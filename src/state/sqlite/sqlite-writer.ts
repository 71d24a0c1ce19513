import { type Json, StandinError } from '../../core/index.ts';
import { tooManyEntities } from '../model/limits.ts';
import type { Collection, Query, QueryResult, Transaction } from '../model/store.ts';
import { storedName, storedValue } from '../model/stored-text.ts';
import type { CollectionRow } from './sqlite-collection.ts';
import * as rows from './sqlite-collection.ts';
import type { Connection } from './sqlite-driver.ts';
import { recordInRow, sinceOf } from './sqlite-reader.ts';

/** What a writer needs, and what survives a rollback. */
export interface WriterState {
  /** Most entities in one world. */
  readonly entities: number;
  /** The latest version that this process has given. */
  tick: number;
  /** Ids given by this process, by collection. */
  readonly given: Map<number, bigint>;
}

export interface Session {
  readonly tx: Transaction;
  /** Stores the counters, once before the commit. */
  flush(): void;
  /** Makes every further use of `tx` throw. */
  end(): void;
}

interface Ledger {
  readonly db: Connection;
  readonly world: number;
  readonly writing: WriterState;
  /** Rows of collections as they will be stored; `undefined` if there is none. There is no other writer. */
  readonly collections: Map<string, CollectionRow | undefined>;
  readonly changed: Set<string>;
  /** The number of entities in the world, once it was read. */
  held: number | undefined;
  added: number;
  ended: boolean;
}

/**
 * The next version, higher than every earlier one, including those of undone transactions. Inside a
 * transaction.
 */
export function nextTick(db: Connection, writing: WriterState): number {
  const row = db.get(`UPDATE meta SET value = max(value, ?) + 1 WHERE name = 'tick' RETURNING value`, writing.tick);
  writing.tick = Number(row?.['value']);
  return writing.tick;
}

/** Reads and writes a world within a transaction. */
export function sessionOf(db: Connection, world: number, writing: WriterState): Session {
  const ledger: Ledger = {
    db,
    world,
    writing,
    collections: new Map(),
    changed: new Set(),
    held: undefined,
    added: 0,
    ended: false,
  };
  return {
    tx: {
      collection: (name) => collectionOf(ledger, name),
      record: (name) => recordInRow(open(ledger), world, name),
      setRecord: (name, value) => setRecord(open(ledger), world, name, value),
    },
    flush: () => flush(ledger),
    end() {
      ledger.ended = true;
    },
  };
}

export function setRecord(db: Connection, world: number, name: string, value: Json | undefined): void {
  if (value === undefined) db.run('DELETE FROM records WHERE world = ? AND name = ?', world, storedName(name));
  else db.run('INSERT OR REPLACE INTO records VALUES (?, ?, ?)', world, storedName(name), storedValue(value));
}

function open({ db, ended }: Ledger): Connection {
  if (ended) throw new StandinError('internal', 'A transaction was used after its end.');
  return db;
}

function flush({ db, world, writing, collections, changed, added, held }: Ledger): void {
  for (const name of changed) {
    const row = collections.get(name);
    if (row !== undefined) rows.saveCollection(db, row);
  }
  changed.clear();
  if (held === undefined) return;
  db.run(`UPDATE meta SET value = ? WHERE name = 'tick'`, writing.tick);
  if (added !== 0) db.run('UPDATE worlds SET entities = ? WHERE id = ?', held + added, world);
}

function rowOf(ledger: Ledger, name: string): CollectionRow | undefined {
  const db = open(ledger);
  if (!ledger.collections.has(name)) ledger.collections.set(name, rows.findCollection(db, ledger.world, name));
  return ledger.collections.get(name);
}

function ownRow(ledger: Ledger, name: string): CollectionRow {
  const known = rowOf(ledger, name);
  if (known !== undefined) return known;
  const made = rows.makeCollection(ledger.db, ledger.world, name);
  ledger.collections.set(name, made);
  return made;
}

function change(ledger: Ledger, name: string, row: CollectionRow): void {
  ledger.collections.set(name, row);
  ledger.changed.add(name);
}

/**
 * A version for one write. The first one in a transaction is read from the file, because other processes
 * may have written.
 */
function tick(ledger: Ledger): number {
  const { db, writing } = ledger;
  if (ledger.held !== undefined) return ++writing.tick;
  ledger.held = Number(db.get('SELECT entities FROM worlds WHERE id = ?', ledger.world)?.['entities']);
  return nextTick(db, writing);
}

function collectionOf(ledger: Ledger, name: string): Collection {
  const { db, writing } = ledger;
  const give = (row: CollectionRow, id: bigint): bigint => {
    writing.given.set(row.id, id);
    change(ledger, name, { ...row, lastId: id });
    return id;
  };
  const lastGiven = ({ id, lastId }: CollectionRow): bigint => {
    const given = writing.given.get(id) ?? 0n;
    return given > lastId ? given : lastId;
  };
  return {
    get(key) {
      const row = rowOf(ledger, name);
      return row === undefined ? undefined : rows.getEntity(db, row.id, key);
    },
    put(key, value) {
      const row = ownRow(ledger, name);
      const version = tick(ledger);
      const full = (ledger.held ?? 0) + ledger.added >= writing.entities;
      if (full && rows.getEntity(db, row.id, key) === undefined) throw tooManyEntities(writing.entities);
      const nextPlace = row.nextPlace + 1;
      const { entity, added } = rows.putEntity(db, row.id, { key, value, place: nextPlace });
      change(ledger, name, { ...row, version, nextPlace, size: row.size + (added ? 1 : 0) });
      if (added) ledger.added++;
      return entity;
    },
    delete(key) {
      const row = rowOf(ledger, name);
      if (row === undefined || !rows.deleteEntity(db, row.id, key)) return false;
      change(ledger, name, { ...row, version: tick(ledger), size: row.size - 1 });
      ledger.added--;
      return true;
    },
    query(wanted) {
      const row = rowOf(ledger, name);
      return row === undefined ? { entities: [], total: 0 } : query(db, row, wanted);
    },
    count: () => rowOf(ledger, name)?.size ?? 0,
    nextId() {
      const row = ownRow(ledger, name);
      return give(row, lastGiven(row) + 1n);
    },
    reserve(id) {
      const row = ownRow(ledger, name);
      if (id > lastGiven(row)) give(row, id);
    },
    get version() {
      return Math.max(sinceOf(open(ledger), ledger.world), rowOf(ledger, name)?.version ?? 0);
    },
  };
}

function query(db: Connection, row: CollectionRow, wanted: Query): QueryResult {
  const missing = rows.missingIndexes(db, row.id, wanted);
  if (missing === undefined) return rows.scanEntities(db, row.id, wanted);
  if (missing.length > 0) rows.ensureIndexes(db, row.id, missing);
  return rows.queryEntities(db, row, wanted);
}
