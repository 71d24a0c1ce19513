import { StandinError } from '../../core/index.ts';
import type { Collection, Query, QueryResult, Transaction } from '../model/store.ts';
import { storedName, valueStored } from '../model/stored-text.ts';
import type { CollectionRow } from './sqlite-collection.ts';
import * as rows from './sqlite-collection.ts';
import type { Connection } from './sqlite-driver.ts';

/** Tries to create indexes. Returns whether they exist. */
export type MakeIndexes = (collection: number, pointers: readonly string[]) => boolean;

/** Reads the committed content of a world over its own connection. */
export function readerOf(db: Connection, world: number, makeIndexes: MakeIndexes): Transaction {
  return {
    collection: (name) => collectionOf(db, world, name, makeIndexes),
    record: (name) => recordInRow(db, world, name),
    setRecord: refuse,
  };
}

export function recordInRow(db: Connection, world: number, name: string): ReturnType<typeof valueStored> | undefined {
  const row = db.get('SELECT value FROM records WHERE world = ? AND name = ?', world, storedName(name));
  return row === undefined ? undefined : valueStored(String(row['value']));
}

export const sinceOf = (db: Connection, world: number): number =>
  Number(db.get('SELECT since FROM worlds WHERE id = ?', world)?.['since'] ?? 0);

function collectionOf(db: Connection, world: number, name: string, makeIndexes: MakeIndexes): Collection {
  const row = (): CollectionRow | undefined => rows.findCollection(db, world, name);
  return {
    get: (key) => rows.getEntityOf(db, world, name, key),
    query(wanted) {
      const found = row();
      if (found === undefined) return { entities: [], total: 0 };
      const missing = rows.missingIndexes(db, found.id, wanted);
      const ready = missing !== undefined && (missing.length === 0 || makeIndexes(found.id, missing));
      return ready ? atOnce(db, () => queryNow(db, row(), wanted)) : rows.scanEntities(db, found.id, wanted);
    },
    count: () => row()?.size ?? 0,
    get version() {
      return Math.max(sinceOf(db, world), row()?.version ?? 0);
    },
    put: refuse,
    delete: refuse,
    nextId: refuse,
    reserve: refuse,
  };
}

const queryNow = (db: Connection, found: CollectionRow | undefined, wanted: Query): QueryResult =>
  found === undefined ? { entities: [], total: 0 } : rows.queryEntities(db, found, wanted);

/** Runs several statements on one snapshot, because another process may write in between. */
export function atOnce<T>(db: Connection, look: () => T): T {
  db.run('BEGIN');
  try {
    return look();
  } finally {
    db.run('COMMIT');
  }
}

function refuse(): never {
  throw new StandinError('internal', 'The state was written outside a transaction.');
}
