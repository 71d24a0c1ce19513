import type { Json } from '../../core/index.ts';
import type { Snapshot } from '../model/store.ts';
import { nameStored, storedName, storedValue, valueStored } from '../model/stored-text.ts';
import { makeCollection, saveCollection } from './sqlite-collection.ts';
import type { Connection } from './sqlite-driver.ts';
import { setRecord } from './sqlite-writer.ts';

/** A name that no client can use: `storedName` never returns it. */
export const BASE_WORLD = '\u0001base';

/** A row of `worlds`. */
export interface WorldRow {
  readonly id: number;
  readonly epoch: number;
  readonly entities: number;
  readonly lastUsed: number;
}

export function findWorld(db: Connection, stored: string): WorldRow | undefined {
  const row = db.get('SELECT id, epoch, entities, last_used FROM worlds WHERE name = ?', stored);
  return row === undefined
    ? undefined
    : {
        id: Number(row['id']),
        epoch: Number(row['epoch']),
        entities: Number(row['entities']),
        lastUsed: Number(row['last_used']),
      };
}

export function makeWorld(db: Connection, stored: string, since: number, now: number): number {
  const sql = 'INSERT INTO worlds (name, epoch, since, entities, last_used) VALUES (?, 1, ?, 0, ?) RETURNING id';
  return Number(db.get(sql, stored, since, now)?.['id']);
}

export function dropWorld(db: Connection, stored: string): boolean {
  return db.get('DELETE FROM worlds WHERE name = ? RETURNING id', stored) !== undefined;
}

/** Removes the content of a world and begins its next epoch. */
export function emptyWorld(db: Connection, world: number, since: number): void {
  db.run('DELETE FROM collections WHERE world = ?', world);
  db.run('DELETE FROM records WHERE world = ?', world);
  db.run('UPDATE worlds SET epoch = epoch + 1, since = ?, entities = 0 WHERE id = ?', since, world);
}

/** Copies the content of a world, with its indexes, into an empty one. */
export function copyWorld(db: Connection, from: number, to: number, since: number): void {
  db.run(
    `INSERT INTO collections (world, name, version, last_id, next_place, size)
       SELECT ?, name, ?, last_id, next_place, size FROM collections WHERE world = ? ORDER BY id`,
    to,
    since,
    from,
  );
  const pairs = 'JOIN collections a ON a.id = x.collection JOIN collections b ON b.name = a.name';
  const both = 'WHERE a.world = ? AND b.world = ?';
  db.run(
    `INSERT INTO entities SELECT b.id, x.key, x.place, x.version, x.value FROM entities x ${pairs} ${both}`,
    from,
    to,
  );
  db.run(`INSERT INTO indexes (collection, pointer) SELECT b.id, x.pointer FROM indexes x ${pairs} ${both}`, from, to);
  db.run(`INSERT INTO fields SELECT b.id, x.pointer, x.sort, x.place FROM fields x ${pairs} ${both}`, from, to);
  db.run('INSERT INTO records SELECT ?, name, value FROM records WHERE world = ?', to, from);
  db.run('UPDATE worlds SET entities = (SELECT entities FROM worlds WHERE id = ?) WHERE id = ?', from, to);
}

export function snapshotWorld(db: Connection, world: number): Snapshot {
  // No prototype: a collection may be named `__proto__`.
  const collections: Record<string, Snapshot['collections'][string]> = Object.create(null);
  const records: Record<string, Json> = Object.create(null);
  for (const row of db.all('SELECT id, name, last_id FROM collections WHERE world = ? ORDER BY id', world)) {
    const sql = 'SELECT key, value, version FROM entities WHERE collection = ? ORDER BY place';
    const entities = db
      .all(sql, Number(row['id']))
      .map((each): readonly [string, Json, number] => [
        nameStored(String(each['key'])),
        valueStored(String(each['value'])),
        Number(each['version']),
      ]);
    collections[nameStored(String(row['name']))] = { nextId: String(BigInt(String(row['last_id'])) + 1n), entities };
  }
  for (const row of db.all('SELECT name, value FROM records WHERE world = ?', world)) {
    records[nameStored(String(row['name']))] = valueStored(String(row['value']));
  }
  return { collections, records };
}

/** Restores a snapshot into an empty world. */
export function restoreWorld(db: Connection, world: number, { collections, records }: Snapshot, since: number): void {
  let entities = 0;
  for (const [name, collection] of Object.entries(collections)) {
    const made = makeCollection(db, world, name);
    collection.entities.forEach(([key, value, version], place) => {
      db.run(
        'INSERT INTO entities VALUES (?, ?, ?, ?, ?)',
        made.id,
        storedName(key),
        place,
        version,
        storedValue(value),
      );
    });
    const size = collection.entities.length;
    saveCollection(db, { ...made, version: since, lastId: BigInt(collection.nextId) - 1n, nextPlace: size, size });
    entities += size;
  }
  for (const [name, value] of Object.entries(records ?? {})) setRecord(db, world, name, value);
  db.run('UPDATE worlds SET entities = ? WHERE id = ?', entities, world);
}
