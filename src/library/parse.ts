import { StandinError } from '../core/index.ts';
import type { Delay, RateLimit } from '../mock/index.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `60/m` → 60 requests in 60 000 ms. Throws `usage`. */
export function parseRateLimit(text: string): RateLimit {
  const [, count, unit] = /^([1-9]\d{0,8})\/([smh])$/.exec(text) ?? [];
  const window = unit === undefined ? undefined : UNITS[unit];
  if (count === undefined || window === undefined)
    throw new StandinError('usage', `\`${text}\` is not a rate limit.`, {
      hint: 'Write requests per second, minute or hour: 10/s, 60/m, 1000/h.',
    });
  return { requests: Number(count), window };
}

/** `250` or `100..400`, in milliseconds, or with units: `1s`, `500ms..2s`. Throws `usage`. */
export function parseDelay(value: string | number): Delay {
  const [, low, lowUnit, high, highUnit] = /^(\d{1,6})(ms|s)?(?:\.\.(\d{1,6})(ms|s)?)?$/.exec(String(value)) ?? [];
  const min = Number(low) * (lowUnit === 's' ? 1_000 : 1);
  const max = high === undefined ? min : Number(high) * (highUnit === 's' ? 1_000 : 1);
  if (low === undefined || max < min || max > LONGEST_DELAY)
    throw new StandinError('usage', `\`${value}\` is not a delay.`, {
      hint: 'Write milliseconds, or a range of them: 250, 100..400, 500ms..2s.',
    });
  return { min, max };
}

/** Milliseconds of the longest delay. */
const LONGEST_DELAY = 999_999;

/** An instant as RFC 3339, or a date that stands for its midnight UTC. Throws `usage`. */
export function parseInstant(text: string): number {
  const instant = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2}))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(instant))
    throw new StandinError('usage', `\`${text}\` is not a date or instant.`, {
      hint: 'Write a date or an RFC 3339 instant: 2027-07-02, 2027-07-02T10:00:00Z.',
    });
  return instant;
}

const SPANS: Readonly<Record<string, number>> = { ...UNITS, d: 86_400_000, w: 604_800_000 };

/** `30d`, `12h`, `2w`, in milliseconds. Throws `usage`. */
export function parseSpan(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([smhdw])$/.exec(text) ?? [];
  if (count === undefined)
    throw new StandinError('usage', `\`${text}\` is not a duration.`, {
      hint: 'Write seconds, minutes, hours, days or weeks: 90s, 15m, 12h, 30d, 2w.',
    });
  return Number(count) * (SPANS[unit] ?? 0);
}
