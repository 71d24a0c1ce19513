/**
 * state: stores entities in isolated worlds; resets, snapshots, restores them. May see core and wire.
 * The contract is `model/store.ts`.
 *
 * layers: model < memory < file < sqlite < redis < open
 * - model: the contract of a store, its limits, indexes and queries.
 * - memory: worlds in memory, copy-on-write.
 * - file: worlds read from and written to one file.
 * - sqlite: worlds in one SQLite file.
 * - redis: worlds that several processes share.
 * - open: the lasting engines, loaded when they are first asked for.
 *
 * How to add an engine: "Add a state engine" in `CONTRIBUTING.md`.
 */

export { type FileLock, lockFile } from './file/file-lock.ts';
export { loadState, removeLeftovers, saveState } from './file/state-file.ts';
export { createMemoryStore, type MemoryStoreOptions } from './memory/memory-store.ts';
export { testOf } from './model/conditions.ts';
export { andThen, type Eventually, isPromise } from './model/eventually.ts';
export { compareJson, getterOf } from './model/json-order.ts';
export type { StateLimits } from './model/limits.ts';
export { snapshotFault } from './model/snapshot-fault.ts';
export type {
  Collection,
  Condition,
  Entity,
  Query,
  QueryResult,
  Snapshot,
  Store,
  Transaction,
  World,
  WorldInfo,
} from './model/store.ts';
export { createRedisStore, createSqliteStore } from './open/lasting-stores.ts';
export type { RedisStoreOptions } from './redis/redis-store.ts';
export type { SqliteStoreOptions } from './sqlite/sqlite-store.ts';
