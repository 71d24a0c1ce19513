import { StandinError } from '../../core/index.ts';
import { type Eventually, isPromise, whenSettled } from './eventually.ts';

export type WriterQueue = <T>(task: () => Eventually<T>) => Eventually<T>;

/**
 * Runs tasks one after another, in order. An idle queue runs a task at once and returns its result, so a
 * synchronous task needs no promise. A task that enters its own queue synchronously is refused, because it
 * would wait for itself.
 */
export function createWriterQueue(): WriterQueue {
  const waiting: (() => void)[] = [];
  let busy = false;
  let entered = false;

  const leave = (): void => {
    const next = waiting.shift();
    // Not called directly: a thousand waiting synchronous tasks would be a thousand stack frames.
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
    if (isPromise(result)) return whenSettled(result, leave);
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
