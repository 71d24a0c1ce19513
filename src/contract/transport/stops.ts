export interface Stops {
  /** Callbacks for the abort of a signal. */
  of(signal: AbortSignal): Set<() => void>;
  /** Removes the callback. */
  close(): void;
}

/** One listener for each signal, for any number of requests in flight. */
export function createStops(): Stops {
  const all = new WeakMap<AbortSignal, Set<() => void>>();
  const closed = new AbortController();
  return {
    of(signal) {
      const known = all.get(signal);
      if (known !== undefined) return known;
      const stops = new Set<() => void>();
      signal.addEventListener('abort', () => [...stops].map((stop) => stop()), { once: true, signal: closed.signal });
      all.set(signal, stops);
      return stops;
    },
    close: () => closed.abort(),
  };
}
