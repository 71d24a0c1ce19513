import type { RedisStoreOptions } from './engines/redis.ts';
import type { SqliteStoreOptions } from './engines/sqlite.ts';
import type { Store } from './store.ts';

/** Opens a store in one file; loaded when it is asked for. Throws `state.unavailable`, `state.damaged`. */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const engine = await import('./engines/sqlite.ts');
  return engine.createSqliteStore(options);
}

/** Opens a store that several processes share; loaded when it is asked for. Throws `state.unavailable`. */
export async function createRedisStore(options: RedisStoreOptions): Promise<Store> {
  const engine = await import('./engines/redis.ts');
  return engine.createRedisStore(options);
}
