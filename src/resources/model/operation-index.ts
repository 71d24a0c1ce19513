import type { Operation } from '../../spec/index.ts';

/** Finds operations by a path. `keyOf` gives paths that count as one the same key. The index is made on first use. */
export function indexOperations(
  operations: readonly Operation[],
  keyOf: (path: string) => string = (path) => path,
): (path: string | undefined) => readonly Operation[] {
  let index: Map<string, Operation[]> | undefined;
  return (path) => {
    if (path === undefined) return [];
    if (index === undefined) {
      index = new Map();
      for (const operation of operations) {
        const key = keyOf(operation.path);
        const there = index.get(key);
        if (there === undefined) index.set(key, [operation]);
        else there.push(operation);
      }
    }
    return index.get(keyOf(path)) ?? [];
  };
}
