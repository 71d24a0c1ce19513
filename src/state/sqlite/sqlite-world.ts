import { StandinError } from '../../core/index.ts';
import { andThen, type Eventually } from '../model/eventually.ts';
import { admitSnapshot } from '../model/limits.ts';
import type { World } from '../model/store.ts';
import { storedName } from '../model/stored-text.ts';
import { ensureIndexes } from './sqlite-collection.ts';
import { baseWorldOf, forgetGiven, ifIdle, inSession, type SqliteContext } from './sqlite-context.ts';
import { atOnce, readerOf } from './sqlite-reader.ts';
import { copyWorld, emptyWorld, findWorld, restoreWorld, snapshotWorld } from './sqlite-worlds.ts';
import { nextTick } from './sqlite-writer.ts';

/**
 * The handle of an existing world. After the world is dropped, a write through the handle throws
 * `state.unavailable`.
 */
export function createSqliteWorld(context: SqliteContext, name: string, id: number): World {
  const { reader, writer } = context;
  const stored = storedName(name);
  let epoch = findWorld(writer, stored)?.epoch ?? 1;

  const here = <T>(work: () => Eventually<T>, keep?: (result: T) => boolean): Eventually<T> =>
    context.transactions.write(() => {
      if (findWorld(writer, stored)?.id !== id) {
        throw new StandinError('state.unavailable', `The world ${name} was deleted in the meantime.`);
      }
      noteUse(context, id);
      return work();
    }, keep);

  /** Empties the world and begins its next epoch. */
  const renew = (): number => {
    const since = nextTick(writer, context.writing);
    forgetGiven(context, id);
    emptyWorld(writer, id, since);
    return since;
  };

  const committed = readerOf(reader, id, (collection, pointers) =>
    ifIdle(context, () => ensureIndexes(writer, collection, pointers)),
  );

  return {
    name,
    get epoch() {
      // Another process may have reset it.
      const row = findWorld(reader, stored);
      if (row?.id === id) epoch = row.epoch;
      return epoch;
    },
    read: (fn) => fn(committed),
    transaction: (fn, keep) => here(() => inSession(context, id, fn), keep),
    reset: () => here(() => andThen(baseWorldOf(context), (base) => copyWorld(writer, base, id, renew()))),
    snapshot: () => atOnce(reader, () => snapshotWorld(reader, id)),
    restore(snapshot) {
      admitSnapshot(snapshot, context.limits.entities);
      return here(() => restoreWorld(writer, id, snapshot, renew()));
    },
  };
}

/** Notes that a world is in use, so that it is not dropped as unused. Called inside a transaction. */
export const noteUse = ({ writer, now }: SqliteContext, world: number): void =>
  writer.run('UPDATE worlds SET last_used = ? WHERE id = ?', now(), world);
