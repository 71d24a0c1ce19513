import { StandinError } from '../core/index.ts';
import type { Eventually } from './store.ts';

export const isPromise = <T>(value: Eventually<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && typeof (value as Promise<T>).then === 'function';

/** `then` for a value that may be there already: nothing is awaited that need not be. */
export const after = <T, U>(value: Eventually<T>, next: (value: T) => Eventually<U>): Eventually<U> =>
  isPromise(value) ? value.then(next) : next(value);

/** As `finally`, which takes several turns more. */
export const settled = <T>(promise: Promise<T>, then: () => void): Promise<T> =>
  promise.then(
    (value) => {
      then();
      return value;
    },
    (error: unknown) => {
      then();
      throw error;
    },
  );

export type WriterQueue = <T>(task: () => Eventually<T>) => Eventually<T>;

/**
 * Runs tasks one after another, in the order in which they came. An idle queue runs a task at once and hands back what it
 * returns, so a synchronous task never costs a promise. A task that enters its own queue synchronously is refused,
 * because it would wait for itself.
 */
export function createWriterQueue(): WriterQueue {
  const waiting: (() => void)[] = [];
  let busy = false;
  let entered = false;

  const leave = (): void => {
    const next = waiting.shift();
    // Not called from here: a thousand waiting synchronous tasks would be a thousand frames deep.
    if (next !== undefined) queueMicrotask(next);
    else busy = false;
  };

  const start = <T>(task: () => Eventually<T>): Eventually<T> => {
    let result: Eventually<T>;
    entered = true;
    try {
      result = task();
    } catch (error) {
      leave();
      throw error;
    } finally {
      entered = false;
    }
    if (isPromise(result)) return settled(result, leave);
    leave();
    return result;
  };

  return (task) => {
    if (entered) throw new StandinError('internal', 'A transaction was begun inside a transaction of the same world.');
    if (!busy) {
      busy = true;
      return start(task);
    }
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(start(task));
        } catch (error) {
          reject(error);
        }
      });
    });
  };
}
