/** What a promise is rejected with; `undefined` where it is not. */
export const failure = (promise) =>
  promise.then(
    () => undefined,
    (error) => error,
  );
