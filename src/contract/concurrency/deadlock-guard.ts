/**
 * Prevents deadlocks between lookups of shared records. Two records may need each other in ways that no
 * relation shows, one by its path and one by its body: each lookup would wait for the other for ever.
 */
export interface DeadlockGuard {
  /** Whether `key` already waits, directly or through others, for `within`. */
  endsAt(key: string, within: string | undefined): boolean;
  /** Waits for `key` on behalf of `within`. */
  until<T>(
    from: { readonly within: string | undefined },
    key: string,
    found: Promise<T> | (() => Promise<T>),
  ): Promise<T>;
}

export function createDeadlockGuard(): DeadlockGuard {
  const waiting = new Map<string, string>();
  return {
    endsAt(key, within) {
      if (within === undefined) return false;
      const passed = new Set<string>();
      for (let at: string | undefined = key; at !== undefined && !passed.has(at); at = waiting.get(at)) {
        if (at === within) return true;
        passed.add(at);
      }
      return false;
    },
    async until({ within }, key, found) {
      if (within === undefined) return typeof found === 'function' ? found() : found;
      const before = waiting.get(within);
      waiting.set(within, key);
      try {
        return await (typeof found === 'function' ? found() : found);
      } finally {
        if (before === undefined) waiting.delete(within);
        else waiting.set(within, before);
      }
    },
  };
}
