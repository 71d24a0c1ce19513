/** Those who want to be told when a signal is aborted. */
export type Stops = (signal: AbortSignal) => Set<() => void>;

/** One listener for each signal, however many requests are under way. */
export function createStops(): Stops {
  const all = new WeakMap<AbortSignal, Set<() => void>>();
  return (signal) => {
    const known = all.get(signal);
    if (known !== undefined) return known;
    const stops = new Set<() => void>();
    signal.addEventListener('abort', () => [...stops].map((stop) => stop()), { once: true });
    all.set(signal, stops);
    return stops;
  };
}
