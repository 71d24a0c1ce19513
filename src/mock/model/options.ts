/**
 * Whether a request needs a credential. `document`: where the document says so; `required`: also where the document makes it optional; `off`: never. A
 * credential that is sent is checked in any case.
 */
export const AUTH = ['off', 'document', 'required'] as const;
export type Auth = (typeof AUTH)[number];

/** All options of a mock, with defaults filled in. Durations are milliseconds. */
export interface MockOptions {
  readonly seed: number;
  /** The mock's clock: milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Valid credentials; empty: any non-empty credential is valid. */
  readonly apiKeys: readonly string[];
  readonly auth: Auth;
  /**
   * A request that breaks the document is answered as if the invalid parts were absent, and the answer
   * counts them.
   */
  readonly lenient: boolean;
  readonly rateLimit: RateLimit | undefined;
  readonly enforceSunset: boolean;
  /** An answer of the mock that breaks the document becomes a 500. */
  readonly strict: boolean;
  readonly stateless: boolean;
  readonly dynamic: boolean;
  readonly unknown: 'auto' | 'strict' | 'materialise';
  readonly delay: Delay | undefined;
  readonly strictBasePath: boolean;
}

export interface RateLimit {
  readonly requests: number;
  readonly window: number;
}

export interface Delay {
  readonly min: number;
  readonly max: number;
}

export const DEFAULT_SEED = 1;

/** Instant that seeded dates are relative to: 2026-01-01T00:00:00Z. */
export const REFERENCE_INSTANT = 1_767_225_600_000;

/** Delays within the range, spread by the number of earlier ones. The same seed gives the same delays. */
export function createDelays({ delay, seed }: Pick<MockOptions, 'delay' | 'seed'>): () => number {
  let count = 0;
  return () => {
    if (delay === undefined) return 0;
    count += 1;
    const hash = Math.imul(count ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b) >>> 0;
    return delay.min + (hash % (delay.max - delay.min + 1));
  };
}
