import type { Store } from '../model/store.ts';
import type { RedisStoreOptions } from '../redis/redis-store.ts';
import type { SqliteStoreOptions } from '../sqlite/sqlite-store.ts';

/**
 * Opens a store in one file; the engine is loaded on first use. Throws `state.unavailable`,
 * `state.damaged`.
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const engine = await import('../sqlite/sqlite-store.ts');
  return engine.createSqliteStore(options);
}

/**
 * Opens a store that several processes share; the engine is loaded on first use. Throws
 * `state.unavailable`.
 */
export async function createRedisStore(options: RedisStoreOptions): Promise<Store> {
  const engine = await import('../redis/redis-store.ts');
  return engine.createRedisStore(options);
}
