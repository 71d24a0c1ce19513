/** What may be there already: nothing is awaited that need not be. */
export type Eventually<T> = T | Promise<T>;

export const isPromise = <T>(value: Eventually<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && typeof (value as Promise<T>).then === 'function';

/** `then` for a value that may be there already. */
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
