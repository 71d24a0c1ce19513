import type { Json } from '../core/index.ts';
import { isArray, isObject } from './json-kind.ts';

/**
 * A string that is equal for equal JSON values (JSON Schema 2020-12 Core §4.2.2): numbers by mathematical
 * value, objects without order.
 */
export function identity(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(BigInt(value)) : String(value);
  if (isArray(value)) return `[${value.map(identity).join(',')}]`;
  if (!isObject(value)) return String(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${identity((value[name] ?? null) as Json)}`).join(',')}}`;
}

/** Whether all elements are different, in one pass. */
export function areDistinct(values: readonly Json[]): boolean {
  if (values.length < 2) return true;
  const simple = new Set<unknown>();
  const others = new Set<string>();
  for (const value of values) {
    if (typeof value === 'object' && value !== null) others.add(identity(value));
    else simple.add(typeof value === 'bigint' ? nearest(value) : value);
  }
  return simple.size + others.size === values.length;
}

/** A test whether a value equals one of the choices. */
export function choiceTest(choices: readonly Json[]): (data: Json) => boolean {
  const simple = new Set<unknown>(choices.filter((choice) => typeof choice !== 'object' || choice === null));
  const others = new Set(
    choices.filter((choice) => typeof choice === 'object' || typeof choice === 'bigint').map(identity),
  );
  const isSimple = (data: Json): boolean => simple.has(data) || (typeof data === 'bigint' && simple.has(nearest(data)));
  if (others.size === 0) return isSimple;
  return (data) => isSimple(data) || others.has(identity(data));
}

/** An integer as a double, if that is exact. */
function nearest(value: bigint): number | bigint {
  const double = Number(value);
  return Number.isFinite(double) && BigInt(double) === value ? double : value;
}
