import { andThen, type Eventually, isPromise } from '../model/eventually.ts';
import { inTime, type StateLimits } from '../model/limits.ts';
import type { Transaction, World } from '../model/store.ts';
import type { Connection } from './sqlite-driver.ts';
import type { Transactions } from './sqlite-transactions.ts';
import { BASE_WORLD, dropWorld, findWorld, makeWorld } from './sqlite-worlds.ts';
import { nextTick, sessionOf, type WriterState } from './sqlite-writer.ts';

/** The parts of one SQLite store. */
export interface SqliteContext {
  readonly writer: Connection;
  readonly reader: Connection;
  readonly transactions: Transactions;
  readonly writing: WriterState;
  readonly limits: StateLimits;
  readonly now: () => number;
  readonly seed: ((tx: Transaction) => Eventually<void>) | undefined;
  readonly origin: string;
  /** By stored name: the handle of each world that this process has used, and when. */
  readonly handles: Map<string, { readonly id: number; readonly world: World; lastUsed: number }>;
}

/** Runs `fn` on a world, inside a transaction. */
export function inSession<T>(
  { writer, writing, limits }: SqliteContext,
  world: number,
  fn: (tx: Transaction) => Eventually<T>,
): Eventually<T> {
  const session = sessionOf(writer, world, writing);
  const finish = (result: T): T => {
    session.flush();
    return result;
  };
  try {
    const result = fn(session.tx);
    if (isPromise(result)) return inTime(result, limits).then(finish).finally(session.end);
    finish(result);
    session.end();
    return result;
  } catch (error) {
    session.end();
    throw error;
  }
}

/**
 * The world that others are copied from; seeded if there is none, or one of another origin. Inside a
 * transaction.
 */
export function baseWorldOf(context: SqliteContext): Eventually<number> {
  const { writer, writing, origin, seed, now } = context;
  const known = findWorld(writer, BASE_WORLD);
  if (known !== undefined && writer.get(`SELECT value FROM meta WHERE name = 'origin'`)?.['value'] === origin) {
    return known.id;
  }
  dropWorld(writer, BASE_WORLD);
  const id = makeWorld(writer, BASE_WORLD, nextTick(writer, writing), now());
  writer.run(`INSERT OR REPLACE INTO meta VALUES ('origin', ?)`, origin);
  return andThen(seed === undefined ? undefined : inSession(context, id, seed), () => id);
}

/** Forgets counters of a world's collections before their ids become invalid. Inside a transaction. */
export function forgetGiven({ writer, writing }: SqliteContext, world: number): void {
  for (const row of writer.all('SELECT id FROM collections WHERE world = ?', world)) {
    writing.given.delete(Number(row['id']));
  }
}

/** Does work that may be skipped. Returns whether it was done. */
export function ifIdle(context: SqliteContext, work: () => void): boolean {
  if (context.transactions.busy) return false;
  try {
    const done = context.transactions.write(work);
    if (!isPromise(done)) return true;
    // Another process holds the lock. The work may be done later or not at all.
    done.catch(() => undefined);
    return false;
  } catch {
    return false;
  }
}
