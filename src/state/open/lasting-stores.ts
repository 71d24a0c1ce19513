import type { Store } from '../model/store.ts';
import type { RedisStoreOptions } from '../redis/redis-store.ts';
import type { SqliteStoreOptions } from '../sqlite/sqlite-store.ts';

/** Opens a store in one file; loaded when it is asked for. Throws `state.unavailable`, `state.damaged`. */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const engine = await import('../sqlite/sqlite-store.ts');
  return engine.createSqliteStore(options);
}

/** Opens a store that several processes share; loaded when it is asked for. Throws `state.unavailable`. */
export async function createRedisStore(options: RedisStoreOptions): Promise<Store> {
  const engine = await import('../redis/redis-store.ts');
  return engine.createRedisStore(options);
}
