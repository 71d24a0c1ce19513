import type { Format } from 'ajv';
import type { Json } from '../../core/index.ts';
import { EXACT } from '../copy/schema-copier.ts';
import { WIDE } from '../model/branch-choice.ts';
import type { Fits } from '../model/fits.ts';
import { integerRange, testText } from '../model/formats.ts';
import { areDistinct, choiceTest } from '../model/identity.ts';
import { isArray, isObject } from '../model/json-kind.ts';
import { isMultipleOf } from '../model/numbers.ts';

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** What keywords are read with. */
export interface Reading {
  readonly formats: Readonly<Record<string, Format>>;
  /** What a schema asks. */
  fits(schema: unknown): Fits;
  /** What the definition asks that a reference names. */
  definition(reference: string): Fits;
  matches(pattern: string): Fits<string>;
  /** The branches of many that a value may fit. */
  candidates(branches: readonly unknown[], value: unknown): readonly number[];
  /** The members that a schema evaluates of a value (JSON Schema 2020-12 Core §11). */
  evaluated(node: Schemas, value: object, kind: 'items' | 'properties'): ReadonlySet<string> | 'all';
}

type Schemas = Readonly<Record<string, unknown>>;

/** Makes of a keyword's value what it asks; schemas that were copied have well-formed keywords only. */
export type Asks<T> = Readonly<Record<string, (rule: never, reading: Reading, node: Schemas) => Fits<T>>>;

/** What is asked of a value of any kind. */
export const ASKED_OF_ALL: Asks<unknown> = {
  $ref: (reference: string, { definition }) => definition(reference),
  type: (types: string | readonly string[]) => someOf((isArray(types) ? types : [types]).map(isOfType)),
  enum: (choices: readonly Json[]) => choiceTest(choices) as Fits, // What is judged is JSON.
  const: (choice: Json) => choiceTest([choice]) as Fits,
  allOf: (schemas: readonly unknown[], { fits }) => allOf(schemas.map(fits)),
  anyOf: (schemas: readonly unknown[], reading) => {
    if (schemas.length > WIDE) return (value) => countFitting(schemas, value, 1, reading) === 1;
    return someOf(schemas.map(reading.fits));
  },
  oneOf: (schemas: readonly unknown[], reading) => {
    if (schemas.length > WIDE) return (value) => countFitting(schemas, value, 2, reading) === 1;
    const all = schemas.map(reading.fits);
    return (value) => {
      let count = 0;
      for (const each of all) {
        if (each(value)) count += 1;
        if (count > 1) return false;
      }
      return count === 1;
    };
  },
  not: (schema: unknown, { fits }) => {
    const refused = fits(schema);
    return (value) => !refused(value);
  },
  if: (schema: unknown, { fits }, node) => {
    const [when, yes, no] = [schema, node['then'] ?? true, node['else'] ?? true].map(fits) as [Fits, Fits, Fits]; // As many as went in.
    return (value) => (when(value) ? yes(value) : no(value));
  },
};

type Numeric = number | bigint;

const bound =
  (keyword: string, holds: (value: Numeric, limit: Numeric) => boolean) =>
  (rule: Numeric, _: Reading, node: Schemas): Fits<Numeric> => {
    const digits = node[EXACT]; // Our own copies carry it.
    const limit = isObject(digits) && typeof digits[keyword] === 'bigint' ? digits[keyword] : rule;
    return (value) => holds(value, limit);
  };

/** What is asked of finite numbers. */
export const ASKED_OF_NUMBERS: Asks<Numeric> = {
  minimum: bound('minimum', (value, least) => value >= least),
  maximum: bound('maximum', (value, most) => value <= most),
  exclusiveMinimum: bound('exclusiveMinimum', (value, limit) => value > limit),
  exclusiveMaximum: bound('exclusiveMaximum', (value, limit) => value < limit),
  multipleOf: bound('multipleOf', isMultipleOf),
  format: (name: string) => {
    const range = integerRange(name);
    if (range === undefined) return () => true;
    return (value) => isOfType('integer')(value) && value >= range[0] && value <= range[1];
  },
};

export const ASKED_OF_TEXTS: Asks<string> = {
  minLength: (least: number) => (text) => text.length >= least && lengthOf(text) >= least,
  maxLength: (most: number) => (text) => text.length <= most || lengthOf(text) <= most,
  pattern: (pattern: string, { matches }) => matches(pattern),
  format:
    (name: string, { formats }) =>
    (text) =>
      testText(formats, name, text),
};

export const ASKED_OF_ARRAYS: Asks<readonly unknown[]> = {
  minItems: (least: number) => (items) => items.length >= least,
  maxItems: (most: number) => (items) => items.length <= most,
  uniqueItems: (wanted: boolean) => (items) => !wanted || areDistinct(items as readonly Json[]), // What is judged is JSON.
  unevaluatedItems: (schema: unknown, reading, node) => ofRest('items', schema, reading, node),
  prefixItems: (schemas: readonly unknown[], { fits }) => {
    const all = schemas.map(fits);
    return (items) => all.every((each, index) => index >= items.length || each(items[index]));
  },
  items: (schema: unknown, { fits }, { prefixItems }) => {
    const each = fits(schema);
    const from = isArray(prefixItems) ? prefixItems.length : 0;
    return (items) => {
      for (let index = from; index < items.length; index += 1) if (!each(items[index])) return false;
      return true;
    };
  },
  contains: (schema: unknown, { fits }, { minContains, maxContains }) => {
    const each = fits(schema);
    const [least, most] = [Number(minContains ?? 1), Number(maxContains ?? Number.POSITIVE_INFINITY)];
    return (items) => {
      const count = items.filter((item) => each(item)).length;
      return count >= least && count <= most;
    };
  },
};

export const ASKED_OF_OBJECTS: Asks<Members> = {
  minProperties: (least: number) => (members) => Object.keys(members).length >= least,
  maxProperties: (most: number) => (members) => Object.keys(members).length <= most,
  required: (names: readonly string[]) => (members) => names.every((name) => has(members, name)),
  dependentRequired: (map: Readonly<Record<string, readonly string[]>>) => {
    const entries = Object.entries(map);
    return (members) =>
      entries.every(([name, names]) => !has(members, name) || names.every((other) => has(members, other)));
  },
  properties: (map: Schemas, { fits }) => {
    const entries = read(map, fits);
    return (members) => {
      for (const [name, each] of entries) if (has(members, name) && !each(members[name])) return false;
      return true;
    };
  },
  patternProperties: (map: Schemas, { fits, matches }) => {
    const entries = read(map, fits).map(([pattern, each]) => [matches(pattern), each] as const);
    return (members) =>
      Object.keys(members).every((name) => entries.every(([named, each]) => !named(name) || each(members[name])));
  },
  additionalProperties: (schema: unknown, { fits, matches }, { properties, patternProperties }) => {
    const each = fits(schema);
    const known = new Set(Object.keys(properties ?? {}));
    const patterns = Object.keys(patternProperties ?? {}).map(matches);
    return (members) =>
      Object.keys(members).every(
        (name) => known.has(name) || patterns.some((named) => named(name)) || each(members[name]),
      );
  },
  propertyNames: (schema: unknown, { fits }) => {
    const each = fits(schema);
    return (members) => Object.keys(members).every(each);
  },
  dependentSchemas: (map: Schemas, { fits }) => {
    const entries = read(map, fits);
    return (members) => entries.every(([name, each]) => !has(members, name) || each(members));
  },
  unevaluatedProperties: (schema: unknown, reading, node) => ofRest('properties', schema, reading, node),
};

/** Holds the members that nothing else of a schema evaluates to the schema for them. */
function ofRest(
  kind: 'items' | 'properties',
  schema: unknown,
  { fits, evaluated }: Reading,
  node: Schemas,
): Fits<Members | readonly unknown[]> {
  const each = fits(schema);
  return (value) => {
    const known = evaluated(node, value, kind);
    if (known === 'all') return true;
    return Object.entries(value).every(([name, member]) => known.has(name) || each(member));
  };
}

/** How many of many branches a value fits, at most `most`. */
function countFitting(branches: readonly unknown[], value: unknown, most: number, reading: Reading): number {
  let count = 0;
  for (const index of reading.candidates(branches, value)) {
    if (reading.fits(branches[index])(value)) count += 1;
    if (count === most) break;
  }
  return count;
}

/** What is read with the keyword that it stands beside. */
export const ASKED_BESIDE: readonly string[] = ['then', 'else', 'minContains', 'maxContains'];

/** All of several questions; the only one as it is. */
export function allOf<T>(asked: readonly Fits<T>[]): Fits<T> {
  const [first, second] = asked;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (value) => {
    for (const each of asked) if (!each(value)) return false;
    return true;
  };
}

function someOf(asked: readonly Fits[]): Fits {
  const [first, second] = asked;
  if (first !== undefined && second === undefined) return first;
  return (value) => {
    for (const each of asked) if (each(value)) return true;
    return false;
  };
}

function read(map: Schemas, fits: (schema: unknown) => Fits): readonly (readonly [name: string, fits: Fits])[] {
  return Object.entries(map).map(([name, schema]) => [name, fits(schema)]);
}

export function has(members: Members, name: string): boolean {
  return members[name] !== undefined && Object.hasOwn(members, name);
}

/** What overflowed to infinity is no number of any schema. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'bigint' ? Number.isFinite(Number(value)) : Number.isFinite(value);
}

function isOfType(type: string): Fits {
  switch (type) {
    case 'integer':
      return (value) => Number.isInteger(value) || (typeof value === 'bigint' && isNumeric(value));
    case 'number':
      return isNumeric;
    case 'array':
      return isArray;
    case 'object':
      return isObject;
    case 'null':
      return (value) => value === null;
    default:
      return (value) => typeof value === type;
  }
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
