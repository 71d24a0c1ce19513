import type { Lifecycle } from './api.ts';
import { member, textOf } from './raw.ts';

const SUNSET = ['x-deprecated-sunset', 'x-sunset', 'x-sunset-date', 'sunset'];
const SINCE = ['x-deprecated-since', 'x-deprecated-at'];
const STABILITY = ['x-stability', 'x-stability-level', 'x-scalar-stability', 'x-fern-availability'];

/**
 * Deprecation, sunset and stability of an operation, parameter, header or schema, in all notations.
 * `invalid` is called with each unreadable date.
 */
export function lifecycleOf(node: unknown, invalid: (key: string, value: unknown) => void = () => {}): Lifecycle {
  const instant = (keys: readonly string[], time: string): number | undefined => {
    const key = keys.find((each) => member(node, each) !== undefined);
    if (key === undefined) return undefined;
    const value = member(node, key);
    const found = instantOf(value, time);
    if (found === undefined) invalid(key, value);
    return found;
  };
  const since = instant(SINCE, 'T00:00:00Z');
  const sunset = instant(SUNSET, 'T23:59:59Z');
  const successor = textOf(node, 'x-deprecated-successor');
  const documentation = textOf(member(node, 'externalDocs'), 'url');
  const stability = stabilityOf(node);
  return {
    deprecated: member(node, 'deprecated') === true,
    ...(since === undefined ? {} : { since }),
    ...(sunset === undefined ? {} : { sunset }),
    ...(sunset === undefined && SUNSET.some((key) => member(node, key) !== undefined)
      ? { hasInvalidSunset: true as const }
      : {}),
    ...(successor === undefined ? {} : { successor }),
    ...(documentation === undefined ? {} : { documentation }),
    ...(stability === undefined ? {} : { stability }),
  };
}

/** Code and message of the diagnostic for an invalid date. */
export function invalidDate(key: string, value: unknown): readonly [code: string, message: string] {
  return ['sunset-spec-invalid', `${key}: ${JSON.stringify(value)} is not a date (YYYY-MM-DD or RFC 3339)`];
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * `YYYY-MM-DD` at a time of that UTC day, or an RFC 3339 date-time; also a `Date`, which some YAML readers
 * make.
 */
function instantOf(value: unknown, time: string): number | undefined {
  if (value instanceof Date) return instantOf(value.toISOString().replace(/T00:00:00\.000Z$/, ''), time);
  if (typeof value !== 'string') return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  if (!isDay && !RFC_3339.test(value)) return undefined;
  const day = value.slice(0, 10);
  const instant = Date.parse(isDay ? day + time : value.toUpperCase());
  // `Date.parse` turns 30 February into 2 March.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(instant) || Number.isNaN(midnight)) return undefined;
  return new Date(midnight).toISOString().startsWith(day) ? instant : undefined;
}

function stabilityOf(node: unknown): string | undefined {
  for (const key of STABILITY) {
    const value = textOf(node, key);
    if (value !== undefined) return value.toLowerCase();
  }
  return member(node, 'x-beta') === true ? 'beta' : undefined;
}
