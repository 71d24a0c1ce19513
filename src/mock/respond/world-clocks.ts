/**
 * How far the clock of each world is ahead of the mock's own, in milliseconds, as last heard: a request is admitted by it, and its step is run again
 * where the world says otherwise.
 */
export interface WorldClocks {
  offsetOf(world: string): number;
  hear(world: string, offset: number): void;
}

export function createWorldClocks(): WorldClocks {
  // A world whose clock was never moved has no entry.
  const offsets = new Map<string, number>();
  return {
    offsetOf: (world) => offsets.get(world) ?? 0,
    hear(world, offset) {
      if (offset === 0) offsets.delete(world);
      else offsets.set(world, offset);
    },
  };
}

const MOST_KEPT = 100;

/** Makes one variant for each offset; the one without an offset is `base`. */
export function createVariants<T>(base: T, make: (offset: number) => T): (offset: number) => T {
  const made = new Map<number, T>();
  return (offset) => {
    if (offset === 0) return base;
    const known = made.get(offset);
    if (known !== undefined) return known;
    if (made.size >= MOST_KEPT) made.clear();
    const fresh = make(offset);
    made.set(offset, fresh);
    return fresh;
  };
}
