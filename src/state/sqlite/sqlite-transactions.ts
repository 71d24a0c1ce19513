import { andThen, type Eventually, isPromise } from '../model/eventually.ts';
import { createWriterQueue } from '../model/writer-queue.ts';
import { type Connection, isBusy } from './sqlite-driver.ts';

/** Runs transactions on the writing connection, one after another. */
export interface Transactions {
  /**
   * Commits when `work` is done and `keep` accepts its result. Synchronous work without a wait returns no
   * promise.
   */
  write<T>(work: () => Eventually<T>, keep?: (result: T) => boolean): Eventually<T>;
  /** Runs after all pending transactions. */
  last(work: () => void): Eventually<void>;
  /** Whether `write` would have to wait. */
  readonly busy: boolean;
}

/** Milliseconds to wait for another process with the lock, and between two tries. */
const PATIENCE = 5_000;
const PAUSE = 20;

export function createTransactions(db: Connection): Transactions {
  const exclusively = createWriterQueue();
  let pending = 0;

  const run = <T>(work: () => Eventually<T>, keep: ((result: T) => boolean) | undefined): Eventually<T> => {
    const finish = (result: T): T => {
      db.run(keep === undefined || keep(result) ? 'COMMIT' : 'ROLLBACK');
      return result;
    };
    try {
      const result = work();
      if (!isPromise(result)) return finish(result);
      return result.then(finish).catch((error) => undo(db, error));
    } catch (error) {
      return undo(db, error);
    }
  };

  return {
    write(work, keep) {
      const done = counted(() => exclusively(() => andThen(begin(db, 0), () => run(work, keep))));
      return done;
    },
    last: (work) => exclusively(work),
    get busy() {
      return pending > 0;
    },
  };

  function counted<T>(task: () => Eventually<T>): Eventually<T> {
    pending++;
    let result: Eventually<T>;
    try {
      result = task();
    } catch (error) {
      pending--;
      throw error;
    }
    if (isPromise(result)) return result.finally(() => pending--);
    pending--;
    return result;
  }
}

/** Another process may be writing. The wait does not block this process. */
function begin(db: Connection, waited: number): Eventually<void> {
  try {
    db.run('BEGIN IMMEDIATE');
  } catch (error) {
    if (!isBusy(error) || waited >= PATIENCE) throw error;
    return new Promise((resolve) => setTimeout(resolve, PAUSE)).then(() => begin(db, waited + PAUSE));
  }
}

function undo(db: Connection, error: unknown): never {
  try {
    db.run('ROLLBACK');
  } catch {
    // SQLite has already rolled back (sqlite.org/lang_transaction.html), so the first error is
    // reported.
  }
  throw error;
}
