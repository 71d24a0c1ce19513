import type { Json } from '../../core/index.ts';
import { collectionStateOf, query as queryInMemory } from '../model/collection-state.ts';
import { testOf } from '../model/conditions.ts';
import type { PlacedEntity } from '../model/indexes.ts';
import { getterOf } from '../model/json-order.ts';
import { planOf, type QueryPlan } from '../model/query-plan.ts';
import type { Entity, Query, QueryResult } from '../model/store.ts';
import { nameStored, storedName, storedValue, valueStored } from '../model/stored-text.ts';
import { sortKey } from './sort-key.ts';
import type { Connection, Row, SqlValue } from './sqlite-driver.ts';

/** A row of `collections`. */
export interface CollectionRow {
  readonly id: number;
  readonly version: number;
  /** The last integer of the counter. */
  readonly lastId: bigint;
  readonly nextPlace: number;
  readonly size: number;
}

const MAX_INDEXES = 16;

export function findCollection(db: Connection, world: number, name: string): CollectionRow | undefined {
  const row = db.get(
    'SELECT id, version, last_id, next_place, size FROM collections WHERE world = ? AND name = ?',
    world,
    storedName(name),
  );
  return row === undefined
    ? undefined
    : {
        id: Number(row['id']),
        version: Number(row['version']),
        lastId: BigInt(String(row['last_id'])),
        nextPlace: Number(row['next_place']),
        size: Number(row['size']),
      };
}

export function makeCollection(db: Connection, world: number, name: string): CollectionRow {
  const row = db.get(
    `INSERT INTO collections (world, name, version, last_id, next_place, size) VALUES (?, ?, 0, '0', 0, 0) RETURNING id`,
    world,
    storedName(name),
  );
  return { id: Number(row?.['id']), version: 0, lastId: 0n, nextPlace: 0, size: 0 };
}

export function saveCollection(db: Connection, { id, version, lastId, nextPlace, size }: CollectionRow): void {
  const sql = 'UPDATE collections SET version = ?, last_id = ?, next_place = ?, size = ? WHERE id = ?';
  db.run(sql, version, String(lastId), nextPlace, size, id);
}

export function getEntity(db: Connection, collection: number, key: string): Entity | undefined {
  const sql = 'SELECT version, value FROM entities WHERE collection = ? AND key = ?';
  return entityIn(db.get(sql, collection, storedName(key)), key);
}

/** Like `getEntity`, for a collection by its name. */
export function getEntityOf(db: Connection, world: number, name: string, key: string): Entity | undefined {
  const sql = `SELECT e.version, e.value FROM collections c JOIN entities e ON e.collection = c.id
    WHERE c.world = ? AND c.name = ? AND e.key = ?`;
  return entityIn(db.get(sql, world, storedName(name), storedName(key)), key);
}

function entityIn(row: Row | undefined, key: string): Entity | undefined {
  if (row === undefined) return undefined;
  return { key, value: valueStored(String(row['value'])), version: Number(row['version']) };
}

/** An entity that is written: its place in the collection, if it is new. */
type WrittenEntity = Pick<PlacedEntity, 'key' | 'value' | 'place'>;

/** Returns the stored entity, and whether it is new. */
export function putEntity(
  db: Connection,
  collection: number,
  { key, value, place }: WrittenEntity,
): { readonly entity: Entity; readonly added: boolean } {
  const name = storedName(key);
  const row = db.get(
    `INSERT INTO entities VALUES (?, ?, ?, 1, ?)
       ON CONFLICT (collection, key) DO UPDATE SET version = version + 1, value = excluded.value
       RETURNING place, version`,
    collection,
    name,
    place,
    storedValue(value),
  );
  const version = Number(row?.['version']);
  for (const pointer of indexedPointers(db, collection)) {
    indexEntity(db, collection, pointer, { place: Number(row?.['place']), value });
  }
  return { entity: { key, value, version }, added: version === 1 };
}

export function deleteEntity(db: Connection, collection: number, key: string): boolean {
  const sql = 'DELETE FROM entities WHERE collection = ? AND key = ? RETURNING place';
  const row = db.get(sql, collection, storedName(key));
  if (row === undefined) return false;
  for (const pointer of indexedPointers(db, collection)) {
    db.run(
      'DELETE FROM fields WHERE collection = ? AND pointer = ? AND place = ?',
      collection,
      storedName(pointer),
      Number(row['place']),
    );
  }
  return true;
}

/** Creates indexes for the pointers. The oldest ones are dropped if there are too many. */
export function ensureIndexes(db: Connection, collection: number, pointers: readonly string[]): void {
  const known = indexedPointers(db, collection);
  const missing = pointers.filter((pointer) => !known.includes(pointer));
  const surplus = known.filter((pointer) => !pointers.includes(pointer));
  for (const pointer of surplus.slice(0, Math.max(0, known.length + missing.length - MAX_INDEXES))) {
    db.run('DELETE FROM fields WHERE collection = ? AND pointer = ?', collection, storedName(pointer));
    db.run('DELETE FROM indexes WHERE collection = ? AND pointer = ?', collection, storedName(pointer));
  }
  if (missing.length === 0) return;
  for (const pointer of missing) {
    db.run('INSERT INTO indexes (collection, pointer) VALUES (?, ?)', collection, storedName(pointer));
  }
  eachEntity(db, collection, (value, place) => {
    for (const pointer of missing) indexEntity(db, collection, pointer, { place, value });
  });
}

function eachEntity(db: Connection, collection: number, each: (value: Json, place: number) => void): void {
  const sql = 'SELECT place, value FROM entities WHERE collection = ? AND place > ? ORDER BY place LIMIT 1000';
  for (let rows = db.all(sql, collection, -1); rows.length > 0; ) {
    for (const row of rows) each(valueStored(String(row['value'])), Number(row['place']));
    rows = db.all(sql, collection, Number(rows.at(-1)?.['place']));
  }
}

/** SQLite joins at most 64 tables, so a query uses at most this many columns. */
const MAX_JOINS = 48;

/** The pointers for which a query needs an index that does not exist; `undefined` if no index helps. */
export function missingIndexes(db: Connection, collection: number, query: Query): readonly string[] | undefined {
  const { columns } = planOf(query.where ?? [], query.order ?? []);
  if (columns.length === 0) return [];
  const pointers = new Set(columns.map(({ pointer }) => pointer));
  if (columns.length > MAX_JOINS || pointers.size > MAX_INDEXES) return undefined;
  const known = indexedPointers(db, collection);
  return [...pointers].filter((pointer) => !known.includes(pointer));
}

/** Without an index: reads and sorts everything. */
export function scanEntities(db: Connection, collection: number, query: Query): QueryResult {
  const rows = db.all('SELECT key, value, version FROM entities WHERE collection = ? ORDER BY place', collection);
  const entities = rows.map(entityOf).map(({ key, value, version }) => [key, value, version] as const);
  return queryInMemory(collectionStateOf(entities, 0), query);
}

/** Requires the indexes. */
export function queryEntities(db: Connection, collection: CollectionRow, query: Query): QueryResult {
  const { where = [], order = [], offset = 0, limit } = query;
  const plan = planOf(where, order);
  const { from, values, place } = selection(collection.id, plan);
  const entity = 'SELECT e.key, e.value, e.version';
  const join =
    plan.columns.length === 0 ? '' : `JOIN entities e ON e.collection = f0.collection AND e.place = f0.place`;
  const text = `${entity} ${from.replace('WHERE', `${join} WHERE`)} ORDER BY ${orderClause(plan, place)}`;
  if (plan.rest.length > 0) {
    const passes = testOf(plan.rest);
    const matching = db
      .all(text, ...values)
      .map(entityOf)
      .filter(({ value }) => passes(value));
    return {
      entities: matching.slice(offset, limit === undefined ? undefined : offset + limit),
      total: matching.length,
    };
  }
  const entities = limit === 0 ? [] : db.all(`${text} LIMIT ? OFFSET ?`, ...values, limit ?? -1, offset).map(entityOf);
  const total =
    plan.prefixes[0]?.length === 0
      ? collection.size
      : Number(db.get(`SELECT count(*) AS total ${from}`, ...values)?.['total']);
  return { entities, total };
}

/** The matching entities, found by indexes only if there is a condition or an order. */
function selection(collection: number, plan: QueryPlan): { from: string; values: SqlValue[]; place: string } {
  const nothing = plan.prefixes.length === 0 ? ' AND 0' : '';
  if (plan.columns.length === 0) {
    return { from: 'FROM entities e WHERE e.collection = ?', values: [collection], place: 'e.place' };
  }
  const fixed = plan.prefixes[0]?.length ?? 0;
  const values: SqlValue[] = [];
  const conditions = plan.columns.map(({ pointer }, at) => {
    const wanted = at < fixed ? distinctAt(plan, at) : undefined;
    values.push(collection, storedName(pointer), ...(wanted ?? []));
    const list = wanted === undefined ? '' : ` AND f${at}.sort IN (${wanted.map(() => '?').join(', ')})`;
    return `f${at}.collection = ? AND f${at}.pointer = ?${list}${at === 0 ? '' : ` AND f${at}.place = f0.place`}`;
  });
  const tables = plan.columns.map((_, at) => `fields f${at}`).join(' JOIN ');
  return { from: `FROM ${tables} WHERE ${conditions.join(' AND ')}${nothing}`, values, place: 'f0.place' };
}

function distinctAt(plan: QueryPlan, at: number): readonly Buffer[] {
  // All columns except a last one with `in` have the same value in every prefix.
  const prefixes = plan.prefixes.every((prefix) => prefix[at] === plan.prefixes[0]?.[at])
    ? plan.prefixes.slice(0, 1)
    : plan.prefixes;
  return prefixes.map((prefix) => sortKey(prefix[at]));
}

function orderClause(plan: QueryPlan, place: string): string {
  const fixed = plan.prefixes[0]?.length ?? 0;
  const columns = plan.columns.map(({ descending }, at) =>
    at < fixed ? '' : `f${at}.sort${descending ? ' DESC' : ''}`,
  );
  return [...columns.filter((column) => column !== ''), place].join(', ');
}

function entityOf(row: Row): Entity {
  return {
    key: nameStored(String(row['key'])),
    value: valueStored(String(row['value'])),
    version: Number(row['version']),
  };
}

/** Oldest first. */
function indexedPointers(db: Connection, collection: number): readonly string[] {
  const rows = db.all('SELECT pointer FROM indexes WHERE collection = ? ORDER BY id', collection);
  return rows.map((row) => nameStored(String(row['pointer'])));
}

function indexEntity(
  db: Connection,
  collection: number,
  pointer: string,
  { place, value }: Pick<PlacedEntity, 'place' | 'value'>,
): void {
  const sort = sortKey(getterOf(pointer)(value));
  db.run(
    `INSERT INTO fields VALUES (?, ?, ?, ?) ON CONFLICT (collection, pointer, place) DO UPDATE SET sort = excluded.sort`,
    collection,
    storedName(pointer),
    sort,
    place,
  );
}
