import { StandinError } from '../../core/index.ts';
import { STATE_LIMITS, type StateLimits, tooManyWorlds } from '../limits.ts';
import { ensureIndexes } from '../sqlite-collection.ts';
import { loadSqlite } from '../sqlite-driver.ts';
import { readerOf } from '../sqlite-reader.ts';
import { openSqlite } from '../sqlite-schema.ts';
import { createTransactions } from '../sqlite-transactions.ts';
import {
  BASE,
  copyWorld,
  dropWorld,
  emptyWorld,
  findWorld,
  makeWorld,
  restoreWorld,
  snapshotWorld,
} from '../sqlite-worlds.ts';
import { nextTick, sessionOf, type Writing } from '../sqlite-writer.ts';
import type { Eventually, Store, Transaction, World } from '../store.ts';
import { nameStored, storedName } from '../stored-text.ts';
import { after, isPromise } from '../writer-queue.ts';

export interface SqliteStoreOptions {
  /** The state file. It is made where there is none; its folder has to be there. */
  readonly path: string;
  /** Fills the base that every world starts from. Runs when the file has no base yet, or one of another `origin`. */
  readonly seed?: (tx: Transaction) => Eventually<void>;
  /** Names what the seed depends on (document, seed number). Worlds keep what they remember when it changes; resets go to the new base. */
  readonly origin?: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly limits?: Partial<StateLimits>;
  /** `FULL` survives a loss of power with every commit, at a tenth of the speed; `NORMAL`, the default, survives every crash of the process. */
  readonly synchronous?: 'NORMAL' | 'FULL';
  /** Folder that better-sqlite3 is looked for from, on a Node without SQLite of its own. */
  readonly resolveFrom?: string;
}

/** Blocks this process: another one that holds the lock longer is waited for without blocking. */
const BUSY_MS = 50;

/**
 * Keeps everything in one SQLite file, which several processes on one machine may share.
 * Throws `state.unavailable` and `state.damaged`: what cannot be read is refused, never begun anew.
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  const { now, seed, origin = '' } = options;
  const limits: StateLimits = { ...STATE_LIMITS, ...options.limits };
  const driver = loadSqlite(options.resolveFrom);
  const file = openSqlite(driver, options.path, { busyMs: BUSY_MS, synchronous: options.synchronous ?? 'NORMAL' });
  const { writer, reader } = file;
  const transactions = createTransactions(writer);
  const handles = new Map<string, { readonly id: number; readonly world: World }>();
  const usage = createUsage(now);
  const writing: Writing = { entities: limits.entities, tick: 0, given: new Map() };

  /** Within a transaction. */
  const inSession = <T>(world: number, fn: (tx: Transaction) => Eventually<T>): Eventually<T> => {
    const session = sessionOf(writer, world, writing);
    const finish = (result: T): T => {
      session.flush();
      return result;
    };
    try {
      const result = fn(session.tx);
      if (isPromise(result)) return result.then(finish).finally(session.end);
      finish(result);
      session.end();
      return result;
    } catch (error) {
      session.end();
      throw error;
    }
  };

  /** Within a transaction. */
  const baseId = (): Eventually<number> => {
    const known = findWorld(writer, BASE);
    if (known !== undefined && writer.get(`SELECT value FROM meta WHERE name = 'origin'`)?.['value'] === origin) {
      return known.id;
    }
    dropWorld(writer, BASE);
    const id = makeWorld(writer, BASE, nextTick(writer, writing), now());
    writer.run(`INSERT OR REPLACE INTO meta VALUES ('origin', ?)`, origin);
    return after(seed === undefined ? undefined : inSession(id, seed), () => id);
  };

  const isIdle = (stored: string, lastUsed: number): boolean =>
    !limits.permanent.includes(nameStored(stored)) && now() - usage.latest(stored, lastUsed) >= limits.idleMs;

  /** Within a transaction. */
  const noteUse = (world: number): void => writer.run('UPDATE worlds SET last_used = ? WHERE id = ?', now(), world);

  /** Within a transaction. */
  const expire = (): void => {
    for (const row of writer.all('SELECT name, last_used FROM worlds WHERE name <> ?', BASE)) {
      const stored = String(row['name']);
      if (isIdle(stored, Number(row['last_used']))) forget(stored);
    }
  };

  /** Within a transaction. */
  const forget = (stored: string): boolean => {
    const world = findWorld(writer, stored);
    if (world !== undefined) forgetGiven(world.id);
    handles.delete(stored);
    usage.forget(stored);
    return dropWorld(writer, stored);
  };

  const forgetGiven = (world: number): void => {
    for (const row of writer.all('SELECT id FROM collections WHERE world = ?', world)) {
      writing.given.delete(Number(row['id']));
    }
  };

  /** Within a transaction. */
  const make = (name: string, stored: string): Eventually<World> => {
    expire();
    const found = findWorld(writer, stored);
    if (found !== undefined) return handleOf(name, stored, found.id);
    const count = Number(writer.get('SELECT count(*) AS worlds FROM worlds WHERE name <> ?', BASE)?.['worlds']);
    if (count >= limits.worlds) throw tooManyWorlds(limits.worlds);
    return after(baseId(), (base) => {
      const since = nextTick(writer, writing);
      const id = makeWorld(writer, stored, since, now());
      copyWorld(writer, base, id, since);
      return handleOf(name, stored, id);
    });
  };

  const handleOf = (name: string, stored: string, id: number): World => {
    usage.touch(stored);
    const known = handles.get(stored);
    if (known?.id === id) return known.world;
    const world = createWorld(name, stored, id);
    handles.set(stored, { id, world });
    return world;
  };

  const createWorld = (name: string, stored: string, id: number): World => {
    let epoch = findWorld(writer, stored)?.epoch ?? 1;
    const here = <T>(work: () => Eventually<T>, keep?: (result: T) => boolean): Eventually<T> => {
      usage.touch(stored);
      return transactions.write(() => {
        if (findWorld(writer, stored)?.id !== id) {
          throw new StandinError('state.unavailable', `The world ${name} has been dropped meanwhile.`);
        }
        noteUse(id);
        return work();
      }, keep);
    };
    return {
      name,
      get epoch() {
        const row = findWorld(reader, stored);
        if (row?.id === id) epoch = row.epoch;
        return epoch;
      },
      read: readerOf(reader, id, (collection, pointers) => {
        if (transactions.busy) return false;
        return !isPromise(transactions.write(() => ensureIndexes(writer, collection, pointers)));
      }),
      transaction: (fn, keep) => here(() => inSession(id, fn), keep),
      reset: () =>
        here(() =>
          after(baseId(), (base) => {
            const since = nextTick(writer, writing);
            forgetGiven(id);
            emptyWorld(writer, id, since);
            copyWorld(writer, base, id, since);
          }),
        ),
      snapshot: () => snapshotWorld(reader, id),
      restore: (snapshot) =>
        here(() => {
          const since = nextTick(writer, writing);
          forgetGiven(id);
          emptyWorld(writer, id, since);
          restoreWorld(writer, id, snapshot, since);
        }),
    };
  };

  return {
    kind: 'sqlite',
    world(name) {
      const stored = storedName(name);
      const known = handles.get(stored);
      const row = known === undefined ? undefined : findWorld(reader, stored);
      if (known !== undefined && row?.id === known.id && !isIdle(stored, row.lastUsed)) {
        usage.touch(stored);
        // Others that share the file would take a world that is only read for idle.
        if (now() - row.lastUsed > limits.idleMs / 8 && !transactions.busy) transactions.write(() => noteUse(row.id));
        return known.world;
      }
      return transactions.write(() => make(name, stored));
    },
    worlds() {
      return after(transactions.write(expire), () =>
        reader.all('SELECT name, entities, last_used FROM worlds WHERE name <> ? ORDER BY id', BASE).map((row) => ({
          name: nameStored(String(row['name'])),
          entities: Number(row['entities']),
          lastUsed: usage.latest(String(row['name']), Number(row['last_used'])),
        })),
      );
    },
    drop: (name) => transactions.write(() => forget(storedName(name))),
    close: () => transactions.last(file.close),
  };
}

/** When this process last used each world. */
function createUsage(now: () => number) {
  const used = new Map<string, number>();
  return {
    touch: (stored: string): void => void used.set(stored, now()),
    latest: (stored: string, noted: number): number => Math.max(noted, used.get(stored) ?? 0),
    forget: (stored: string): void => void used.delete(stored),
  };
}
