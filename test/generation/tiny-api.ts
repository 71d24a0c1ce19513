import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import type { Api, Schema, SchemaObject } from '../../src/spec/index.ts';

/** An Api that knows nothing but named schemas: enough for drawing values. `$ref` is `#/components/schemas/<name>`. */
export function tinyApi(schemas: Readonly<Record<string, Schema>> = {}): Api {
  const siblings = new WeakMap<SchemaObject, Schema>();
  const deref = (schema: Schema): Schema => {
    if (typeof schema === 'boolean' || schema.$ref === undefined) return schema;
    const known = siblings.get(schema);
    if (known !== undefined) return known;
    const { $ref, ...rest } = schema;
    const target = schemas[$ref.split('/').at(-1) ?? ''] ?? true;
    const found = Object.keys(rest).length === 0 ? deref(target) : { allOf: [{ $ref }, rest] };
    siblings.set(schema, found);
    return found;
  };
  const api: Partial<Api> = { deref, operations: [], pointerOf: () => undefined };
  return api as Api;
}

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
const addFormats = (require('ajv-formats') as { default: (ajv: Ajv2020Class) => void }).default;

export function ajv(unicodeRegExp = true): Ajv2020Class {
  const made = new Ajv2020({
    strict: false,
    logger: false,
    unicodeRegExp,
    allErrors: true,
    multipleOfPrecision: 8,
    validateFormats: true,
  });
  addFormats(made);
  for (const name of [
    'idn-email',
    'idn-hostname',
    'iri',
    'iri-reference',
    'char',
    'decimal',
    'jwt',
    'color',
    'unheard-of',
  ])
    made.addFormat(name, true);
  made.addFormat('int64', { type: 'number', validate: () => true });
  return made;
}

/** Integers beyond 2^53 as doubles, the way Ajv sees numbers. */
export function asDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asDoubles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asDoubles(member)]));
}
