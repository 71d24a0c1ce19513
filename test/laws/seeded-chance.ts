export interface Chance {
  /** From 0 to below 1. */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly maybe: (share: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** Chance of its own, so that a number names a document for ever. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    maybe: (share) => next() < share,
    // No list here is empty.
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
  };
}
