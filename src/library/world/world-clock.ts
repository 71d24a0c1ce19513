import { StandinError } from '../../core/index.ts';

/** The time in one world: timestamps, expiry and sunsets follow it. The mock's own clock, and that of every other world, stay as they are. */
export interface WorldClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** An instant (RFC 3339, or a date). */
  set(instant: string | Date): void;
  /** Milliseconds, or a duration such as `90s`, `15m`, `2h` or `30d`; a negative one goes back. */
  advance(by: number | string): void;
  /** The clock of the mock again. */
  reset(): void;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What the clocks of all worlds of a mock have in common. */
export interface ClockParts {
  readonly now: () => number;
  /** Reads an instant. Throws `usage`. */
  readonly instantOf: (text: string) => number;
  /** Milliseconds by which a world is ahead, by its name. */
  readonly shifts: Map<string, number>;
}

export function createWorldClock(world: string, { now, instantOf, shifts }: ClockParts): WorldClock {
  const shift = (): number => shifts.get(world) ?? 0;
  return {
    now: () => now() + shift(),
    set(instant) {
      shifts.set(world, (typeof instant === 'string' ? instantOf(instant) : instant.getTime()) - now());
    },
    advance(by) {
      shifts.set(world, shift() + (typeof by === 'number' ? by : duration(by)));
    },
    reset() {
      shifts.delete(world);
    },
  };
}

function duration(text: string): number {
  const [, amount = '', unit = ''] = /^(-?\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor !== undefined) return Number(amount) * factor;
  throw new StandinError('usage', `\`${text}\` is not a duration.`, { hint: 'Write one such as 90s, 15m, 2h or 30d.' });
}
