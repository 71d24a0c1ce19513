import type { SchemaType } from '../model/api.ts';
import { isCostly, readPattern } from '../model/pattern.ts';
import { isRaw } from '../model/raw.ts';

/**
 * The value of a keyword in a `Schema`, or why it is invalid (it is then left out). `note` describes a
 * repair.
 */
export type KeywordReading =
  | { readonly ok: true; readonly value: unknown; readonly code?: string; readonly note?: string }
  | { readonly ok: false; readonly code?: string; readonly reason: string };

const good = (value: unknown): KeywordReading => ({ ok: true, value });
const bad = (reason: string, code?: string): KeywordReading =>
  code === undefined ? { ok: false, reason } : { ok: false, reason, code };

const text = (value: unknown): KeywordReading => (typeof value === 'string' ? good(value) : bad('must be a string'));
const flag = (value: unknown): KeywordReading =>
  typeof value === 'boolean' ? good(value) : bad('must be true or false');
const anyValue = good;

function number(value: unknown): KeywordReading {
  if (typeof value === 'bigint') return good(value);
  return typeof value === 'number' && Number.isFinite(value) ? good(value) : bad('must be a number');
}

function count(value: unknown): KeywordReading {
  const size = typeof value === 'bigint' ? Number(value) : value;
  return typeof size === 'number' && Number.isInteger(size) && size >= 0
    ? good(size)
    : bad('must be a whole number of at least 0');
}

function divisor(value: unknown): KeywordReading {
  const read = number(value);
  return read.ok && Number(value) <= 0 ? bad('must be greater than 0') : read;
}

function names(value: unknown): KeywordReading {
  if (!Array.isArray(value)) return bad('must be a list of names');
  const kept = [...new Set(value.filter((each) => typeof each === 'string'))];
  return kept.length === value.length
    ? good(kept)
    : { ok: true, value: kept, note: 'has entries that are not names or occur twice; they are left out' };
}

function values(value: unknown): KeywordReading {
  if (!Array.isArray(value)) return bad('must be a list');
  if (value.length === 0) return bad('is empty, so that nothing would fit');
  const seen = new Set<string>();
  const kept = value.filter((each) => {
    const key = `${typeof each}${canonical(each)}`;
    return !seen.has(key) && seen.add(key);
  });
  return kept.length === value.length
    ? good(value)
    : { ok: true, value: kept, code: 'duplicate-enum', note: 'has a value twice' };
}

/** A string that is equal for equal JSON values. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isRaw(value))
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
      .join()}}`;
  return JSON.stringify(value);
}

const TYPES: ReadonlySet<unknown> = new Set<SchemaType>([
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
]);

function types(value: unknown): KeywordReading {
  if (TYPES.has(value)) return good(value);
  if (!Array.isArray(value)) return bad(`${JSON.stringify(value)} is not a type`);
  const kept = [...new Set(value.filter((each) => TYPES.has(each)))];
  if (kept.length === 0) return bad('names no known type');
  return kept.length === value.length
    ? good(kept)
    : { ok: true, value: kept, note: 'has entries that are not types or occur twice; they are left out' };
}

function pattern(value: unknown): KeywordReading {
  if (typeof value !== 'string') return bad('must be a string');
  const read = readPattern(value);
  if (read.kind === 'bad') return bad(`is not enforced: ${read.reason}`, 'invalid-pattern');
  if (read.kind === 'repaired')
    return {
      ok: true,
      value: read.source,
      code: 'repaired-pattern',
      note: `${JSON.stringify(value)} is not an ECMAScript regular expression with the u flag; ${read.note}`,
    };
  return isCostly(value)
    ? { ok: true, value, code: 'costly-pattern', note: 'has nested quantifiers, which can take exponential time' }
    : good(value);
}

function nameLists(value: unknown): KeywordReading {
  if (!isRaw(value)) return bad('must be an object of lists of names');
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, list] of Object.entries(value)) {
    const read = names(list);
    if (read.ok) kept[name] = read.value;
  }
  return good(kept);
}

function discriminator(value: unknown): KeywordReading {
  const propertyName = isRaw(value) ? value['propertyName'] : undefined;
  if (!isRaw(value) || typeof propertyName !== 'string') return bad('must be an object that names its property');
  const mapping: Record<string, string> = Object.create(null);
  const raw = value['mapping'];
  if (isRaw(raw))
    for (const [name, target] of Object.entries(raw)) if (typeof target === 'string') mapping[name] = target;
  const fallback = value['defaultMapping'];
  return good({
    propertyName,
    ...(isRaw(raw) ? { mapping } : {}),
    ...(typeof fallback === 'string' ? { defaultMapping: fallback } : {}),
  });
}

function xml(value: unknown): KeywordReading {
  return isRaw(value) ? good(value) : bad('must be an object');
}

/** Keywords without subschemas: how each value is read. */
export const PLAIN_KEYWORDS: Readonly<Record<string, (value: unknown) => KeywordReading>> = {
  type: types,
  enum: values,
  const: anyValue,
  default: anyValue,
  examples: anyValue,
  title: text,
  description: text,
  format: text,
  multipleOf: divisor,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: count,
  maxLength: count,
  pattern,
  contentMediaType: text,
  contentEncoding: text,
  minContains: count,
  maxContains: count,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minProperties: count,
  maxProperties: count,
  required: names,
  dependentRequired: nameLists,
  readOnly: flag,
  writeOnly: flag,
  deprecated: flag,
  discriminator,
  xml,
};

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
export const SCHEMA_KEYWORDS: Readonly<Record<string, 'one' | 'list' | 'map'>> = {
  items: 'one',
  contains: 'one',
  unevaluatedItems: 'one',
  additionalProperties: 'one',
  unevaluatedProperties: 'one',
  propertyNames: 'one',
  contentSchema: 'one',
  not: 'one',
  if: 'one',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: 'one',
  else: 'one',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  prefixItems: 'list',
  properties: 'map',
  patternProperties: 'map',
  dependentSchemas: 'map',
};
