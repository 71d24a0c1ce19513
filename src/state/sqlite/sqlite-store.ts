import type { Eventually } from '../model/eventually.ts';
import { STATE_LIMITS, type StateLimits } from '../model/limits.ts';
import type { Store, Transaction } from '../model/store.ts';
import { storedName } from '../model/stored-text.ts';
import type { SqliteContext } from './sqlite-context.ts';
import { loadSqlite } from './sqlite-driver.ts';
import { openSqlite } from './sqlite-schema.ts';
import { createTransactions } from './sqlite-transactions.ts';
import { forget, listWorlds, worldOf } from './world-handles.ts';

export interface SqliteStoreOptions {
  /** The state file. It is created if it does not exist; its folder must exist. */
  readonly path: string;
  /**
   * Fills the base that every world starts from. Runs if the file has no base, or one of another `origin`.
   */
  readonly seed?: (tx: Transaction) => Eventually<void>;
  /**
   * Identifies what the seed is made from (document, seed number). Worlds keep their content when it
   * changes; resets use the new base.
   */
  readonly origin?: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly limits?: Partial<StateLimits>;
  /**
   * `FULL` survives a power failure after every commit, at a tenth of the speed. `NORMAL`, the default,
   * survives every crash of the process.
   */
  readonly synchronous?: 'NORMAL' | 'FULL';
  /** Folder from which better-sqlite3 is resolved, if Node has no SQLite. */
  readonly resolveFrom?: string;
}

/** Milliseconds that this process is blocked by a lock. For longer locks it waits asynchronously. */
const BUSY_MS = 50;

/**
 * Keeps everything in one SQLite file, which several processes on one machine may share. Throws
 * `state.unavailable` and `state.damaged`: a file that cannot be read is refused and never overwritten.
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  const { now, seed, origin = '', synchronous = 'NORMAL' } = options;
  const limits: StateLimits = { ...STATE_LIMITS, ...options.limits };
  const file = openSqlite(loadSqlite(options.resolveFrom), options.path, { busyMs: BUSY_MS, synchronous });
  const { writer, reader } = file;
  const context: SqliteContext = {
    writer,
    reader,
    transactions: createTransactions(writer),
    writing: { entities: limits.entities, tick: 0, given: new Map() },
    limits,
    now,
    seed,
    origin,
    handles: new Map(),
  };
  return {
    name: 'sqlite',
    isRemote: false,
    isExclusive: false,
    isLasting: true,
    world: (name) => worldOf(context, name),
    worlds: () => listWorlds(context),
    drop: (name) => context.transactions.write(() => forget(context, storedName(name))),
    close: () => context.transactions.last(file.close),
  };
}
