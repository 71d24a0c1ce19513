import type { Format } from 'ajv';
import type { Json } from '../../core/index.ts';
import type { Fits } from '../model/fits.ts';
import { testText } from '../model/formats.ts';
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
  anyOf: (schemas: readonly unknown[], { fits }) => someOf(schemas.map(fits)),
  oneOf: (schemas: readonly unknown[], { fits }) => {
    const all = schemas.map(fits);
    return (value) => all.filter((each) => each(value)).length === 1;
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

/** What is asked of finite numbers. */
export const ASKED_OF_NUMBERS: Asks<number> = {
  minimum: (least: number) => (value) => value >= least,
  maximum: (most: number) => (value) => value <= most,
  exclusiveMinimum: (limit: number) => (value) => value > limit,
  exclusiveMaximum: (limit: number) => (value) => value < limit,
  multipleOf: (step: number | bigint) => (value) => isMultipleOf(value, step),
  format: (name: string, { formats }) => {
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
    if (typeof format !== 'object' || !('type' in format) || format.type !== 'number') return () => true;
    return format.validate as Fits<number>; // Formats are synchronous here.
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
  prefixItems: (schemas: readonly unknown[], { fits }) => {
    const all = schemas.map(fits);
    return (items) => all.every((each, index) => index >= items.length || each(items[index]));
  },
  items: (schema: unknown, { fits }, { prefixItems }) => {
    const each = fits(schema);
    const from = isArray(prefixItems) ? prefixItems.length : 0;
    return (items) => items.every((item, index) => index < from || each(item));
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
    return (members) => entries.every(([name, each]) => !has(members, name) || each(members[name]));
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
};

/** What is read with the keyword that it stands beside. */
export const ASKED_BESIDE: readonly string[] = ['then', 'else', 'minContains', 'maxContains'];

/** All of several questions; the only one as it is. */
export function allOf<T>(asked: readonly Fits<T>[]): Fits<T> {
  const [first, second] = asked;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (value) => asked.every((each) => each(value));
}

function someOf(asked: readonly Fits[]): Fits {
  const [first, second] = asked;
  return first !== undefined && second === undefined ? first : (value) => asked.some((each) => each(value));
}

function read(map: Schemas, fits: (schema: unknown) => Fits): readonly (readonly [name: string, fits: Fits])[] {
  return Object.entries(map).map(([name, schema]) => [name, fits(schema)]);
}

function has(members: Members, name: string): boolean {
  return members[name] !== undefined && Object.hasOwn(members, name);
}

function isOfType(type: string): Fits {
  switch (type) {
    case 'integer':
      return Number.isInteger;
    case 'number':
      return Number.isFinite;
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
