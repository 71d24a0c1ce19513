/**
 * state: remembers entities in isolated worlds; resets, snapshots, restores them. May see core and wire.
 * The contract is `store.ts`. To add an engine, write `engines/<name>.ts` with a `create<Name>Store`, export it here,
 * and call `conformance` with it in test/state/<name>.test.ts, which runs the whole suite against it.
 */
export { testOf } from './model/conditions.ts';
export { createMemoryStore, type MemoryStoreOptions } from './memory/memory-store.ts';
export type { RedisStoreOptions } from './redis/redis-store.ts';
export type { SqliteStoreOptions } from './sqlite/sqlite-store.ts';
export { after, type Eventually, isPromise } from './model/eventually.ts';
export { type FileLock, lockFile } from './file/file-lock.ts';
export { createRedisStore, createSqliteStore } from './open/lasting-stores.ts';
export type { StateLimits } from './model/limits.ts';
export { snapshotFault } from './model/snapshot-fault.ts';
export { loadState, removeLeftovers, saveState } from './file/state-file.ts';
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
