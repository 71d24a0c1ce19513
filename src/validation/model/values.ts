import type { Json } from '../../core/index.ts';
import { isObject } from '../../evaluation/index.ts';
import { setOwn } from '../../wire/index.ts';

/** For values with more members, only the first breach is reported. */
const LARGE = 5_000;

/** Whether a value contains an integer beyond 2^53. */
export function hasBigint(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasBigint);
  for (const key in value)
    if (Object.hasOwn(value, key) && hasBigint((value as Record<string, Json>)[key] as Json)) return true;
  return false;
}

/** A copy with the nearest doubles, for compilers without `bigint`. */
export function toDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(toDoubles);
  if (!isObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, toDoubles(value[key] as Json)); // Members of JSON are JSON.
  return copy;
}

/** Whether a value has too many members to report all breaches. */
export function isLargeValue(value: Json): boolean {
  let left = LARGE;
  const isBeyond = (part: Json): boolean => {
    left -= 1;
    if (left < 0) return true;
    if (typeof part !== 'object' || part === null) return false;
    return Object.values(part).some(isBeyond);
  };
  return isBeyond(value);
}
