import type { Json } from '../../core/index.ts';
import { stringifyJson } from './json.ts';

export type ScalarType = 'null' | 'boolean' | 'integer' | 'number' | 'string';

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The string of a parameter, form field or XML element as one of the given JSON types, strictly by the
 * grammar of JSON: no spaces, no `0x10`. Large integers keep their digits. If no type fits, the string is
 * returned, which the validator refuses.
 */
export function parseScalar(text: string, types: readonly string[]): Json {
  for (const type of types) {
    if ((type === 'integer' || type === 'number') && INTEGER.test(text)) return exactInteger(text);
    if (type === 'number' && NUMBER.test(text)) return Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
    if (type === 'null' && (text === 'null' || (text === '' && !types.includes('string')))) return null;
  }
  return text;
}

function exactInteger(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) || text.length > 4096 ? value : BigInt(text);
}

/** A value as the string of a parameter, form field or XML element; arrays and objects as JSON. */
export function scalarText(value: Json): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? stringifyJson(value) : String(value);
}
