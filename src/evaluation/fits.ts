/** Tests whether a value satisfies a schema or one of its keywords. */
export type Fits<T = unknown> = (value: T) => boolean;

/** Combines several tests; a single one stays as it is. */
export function allOf<T>(tests: readonly Fits<T>[]): Fits<T> {
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (value) => {
    for (const each of tests) if (!each(value)) return false;
    return true;
  };
}

/** At least one of several tests. */
export function someOf(tests: readonly Fits[]): Fits {
  const [first, second] = tests;
  if (first !== undefined && second === undefined) return first;
  return (value) => {
    for (const each of tests) if (each(value)) return true;
    return false;
  };
}
