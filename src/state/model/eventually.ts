/** A value or a promise of it. A value avoids an `await`. */
export type Eventually<T> = T | Promise<T>;

export const isPromise = <T>(value: Eventually<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && typeof (value as Promise<T>).then === 'function';

/** `then` for a value or a promise. */
export const andThen = <T, U>(value: Eventually<T>, next: (value: T) => Eventually<U>): Eventually<U> =>
  isPromise(value) ? value.then(next) : next(value);

/** Like `finally`, in fewer event-loop turns. */
export const whenSettled = <T>(promise: Promise<T>, then: () => void): Promise<T> =>
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
