import type { Json } from '../../core/index.ts';
import { isObject } from '../../wire/index.ts';

/** Compares two scalars of one type. */
export function compare(a: Json, b: Json): number {
  if ((typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint'))
    return a < b ? -1 : a > b ? 1 : 0;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** The value that a property is sorted by: itself, or its only number (`price: { amount, currency }`). */
export function sortValue(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return value;
  const [only, ...others] = Object.values(value).filter((each) => typeof each === 'number');
  return only === undefined || others.length > 0 ? value : only;
}
