import type { Where } from './generator.ts';

/**
 * A source of random numbers for a place. Places form a tree: a child depends only on its parent and its
 * name, so draws at one place never affect another. Uses only 32-bit integer arithmetic, which is equal on
 * every machine.
 */
export interface Chance {
  readonly a: number;
  readonly b: number;
  /** The number of draws at this place. */
  count: number;
}

const GOLDEN = 0x9e3779b9;

export function chanceAt(where: Where): Chance {
  const seed = mix(Math.trunc(where.seed) ^ Math.imul(Math.trunc(where.seed / 0x100000000), GOLDEN));
  return childChance({ a: seed, b: mix(seed ^ GOLDEN), count: 0 }, where.at);
}

/** The place named `token` under this one. */
export function childChance(chance: Chance, token: string | number): Chance {
  let a = chance.a ^ 0x2545f491;
  let b = chance.b ^ 0x6c078965;
  if (typeof token === 'number') {
    a = Math.imul(a ^ token, 0x01000193);
    b = Math.imul(b ^ (token + 1), 0x5bd1e995);
  } else {
    for (let i = 0; i < token.length; i++) {
      const code = token.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x5bd1e995) ^ (b >>> 15);
    }
  }
  return { a: mix(a), b: mix(b ^ a), count: 0 };
}

/** A number in [0, 1) with 53 bits. */
export function draw(chance: Chance): number {
  chance.count = (chance.count + 1) | 0;
  const step = Math.imul(chance.count, GOLDEN);
  const high = mix(chance.a + step);
  const low = mix(chance.b ^ high ^ step);
  return ((high >>> 5) * 67108864 + (low >>> 6)) / 9007199254740992;
}

/** A whole number from `low` to `high`, both included. Both within ±2^53. */
export function drawInt(chance: Chance, low: number, high: number): number {
  return low + Math.floor(draw(chance) * (high - low + 1));
}

/** The same for a `Where`. */
export function intAt(where: Where, low: number, high: number): number {
  return drawInt(chanceAt(where), low, high);
}

/** A whole number from `low` to `high`, both included, of any size. */
export function drawBigInt(chance: Chance, low: bigint, high: bigint): bigint {
  const span = high - low + 1n;
  let value = 0n;
  for (let reach = 1n; reach < span << 32n; reach <<= 32n)
    value = (value << 32n) | BigInt(drawInt(chance, 0, 0xffffffff));
  return low + (value % span);
}

export function pick<T>(chance: Chance, list: readonly [T, ...T[]]): T;
export function pick<T>(chance: Chance, list: readonly T[]): T | undefined;
export function pick<T>(chance: Chance, list: readonly T[]): T | undefined {
  return list[drawInt(chance, 0, list.length - 1)];
}

/** Whether an event with probability `share` occurs. */
export function happens(chance: Chance, share: number): boolean {
  return draw(chance) < share;
}

/** The finaliser of MurmurHash3: every input bit affects every output bit. */
function mix(input: number): number {
  let h = input | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
