/**
 * The offset of each world's clock in milliseconds, as last read. A request is admitted with it; its
 * transaction runs again if the world has another one.
 */
export interface WorldClocks {
  offsetOf(world: string): number;
  hear(world: string, offset: number): void;
}

export function createWorldClocks(): WorldClocks {
  // Worlds whose clock was never moved have no entry.
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

/** Makes one variant for each offset. Offset 0 is `base`. */
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
