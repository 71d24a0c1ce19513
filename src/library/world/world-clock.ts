import { StandinError } from '../../core/index.ts';
import type { Mock } from '../../mock/index.ts';

/**
 * The clock of one world: timestamps, expiry and sunsets follow it. The mock's clock and those of other
 * worlds do not change.
 */
export interface WorldClock {
  /** Milliseconds since the Unix epoch. */
  now(): Promise<number>;
  /** An instant (RFC 3339, or a date). */
  set(instant: string | Date): Promise<void>;
  /** Milliseconds, or a duration such as `90s`, `15m`, `2h` or `30d`; a negative one goes back. */
  advance(by: number | string): Promise<void>;
  /** Returns to the clock of the mock. */
  reset(): Promise<void>;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** State that the clocks of all worlds of a mock share. */
export interface WorldClockDependencies {
  readonly mock: () => Mock;
  readonly now: () => number;
  /** Reads an instant. Throws `usage`. */
  readonly instantOf: (text: string) => number;
}

export function createWorldClock(world: string, { mock, now, instantOf }: WorldClockDependencies): WorldClock {
  return {
    now: async () => now() + (await mock().clock(world)),
    async set(instant) {
      const wanted = typeof instant === 'string' ? instantOf(instant) : instant.getTime();
      await mock().moveClock(world, wanted - now());
    },
    async advance(by) {
      const step = typeof by === 'number' ? by : duration(by);
      await mock().moveClock(world, (await mock().clock(world)) + step);
    },
    async reset() {
      await mock().moveClock(world, 0);
    },
  };
}

function duration(text: string): number {
  const [, amount = '', unit = ''] = /^(-?\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor !== undefined) return Number(amount) * factor;
  throw new StandinError('usage', `\`${text}\` is not a duration.`, { hint: 'Write one such as 90s, 15m, 2h or 30d.' });
}
