import type { Json } from '../../core/index.ts';
import type { SchemaType } from '../../spec/index.ts';
import { isArray, isNumeric, setOwn } from '../../wire/index.ts';
import { isWhole } from './decimal.ts';

/** The narrowest JSON Schema type of a value. */
export function typeOf(value: Json): SchemaType {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (isNumeric(value)) return isWhole(value) ? 'integer' : 'number';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'string' : 'boolean';
}

/**
 * The same string for values that are equal in JSON Schema (2020-12 Core §4.2.2), different strings for
 * others.
 */
export function valueKey(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value === 0 ? 0 : value);
  if (isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${valueKey(value[name] ?? null)}`).join(',')}}`;
}

/** Length of a string in code points, as in JSON Schema. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next < 0xe000) i++;
    }
    length++;
  }
  return length;
}

/** The first `length` code points. */
export function cut(text: string, length: number): string {
  return lengthOf(text) <= length ? text : Array.from(text).slice(0, length).join('');
}

/** An object with own properties only, including `__proto__`. */
export function valueRecord(entries: Iterable<readonly [string, Json]>): Record<string, Json> {
  const record: Record<string, Json> = {};
  for (const [name, value] of entries) setOwn(record, name, value);
  return record;
}
