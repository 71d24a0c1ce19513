/**
 * state: remembers entities in isolated worlds; resets, snapshots, restores them. May see core and wire.
 * The contract is `store.ts`. To add an engine, write `engines/<name>.ts` with a `create<Name>Store`, export it here,
 * and call `conformance` with it in test/state/<name>.test.ts, which runs the whole suite against it.
 */
export { testOf } from './conditions.ts';
export { createMemoryStore, type MemoryStoreOptions } from './engines/memory.ts';
export type { RedisStoreOptions } from './engines/redis.ts';
export type { SqliteStoreOptions } from './engines/sqlite.ts';
export { after, type Eventually, isPromise } from './eventually.ts';
export { type FileLock, lockFile } from './file-lock.ts';
export { createRedisStore, createSqliteStore } from './lasting.ts';
export type { StateLimits } from './limits.ts';
export { snapshotFault } from './snapshot-fault.ts';
export { loadState, removeLeftovers, saveState } from './state-file.ts';
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
} from './store.ts';
