import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/core/index.ts';
import { stringifyJson } from '../../src/wire/index.ts';

/** A schema as it is written; keywords are put in one by one. */
export type Written = Record<string, Json | undefined>;

/** Whether a value fits a schema, by somebody else's word. */
export type Fits = (schema: Json, value: Json) => boolean;

interface Making {
  /** From 0 to below 1. */
  readonly next: () => number;
  readonly fits: Fits;
  readonly defs: Record<string, Json>;
}

/** Chance of its own, so that a number names a schema for ever. */
function chanceOf(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A schema that at least `value` fits, because every keyword was written around it. */
export function randomSchema(seed: number, fits: Fits): { readonly schema: Json; readonly value: Json } {
  const making: Making = { next: chanceOf(seed), fits, defs: {} };
  const value = valueIn(making, 3);
  const schema = schemaFor(making, value, 3);
  return { schema: complete(making, schema), value };
}

const complete = ({ defs }: Making, schema: Json): Json => ({
  ...(typeof schema === 'object' ? schema : { allOf: [schema] }),
  $defs: defs,
});

const pick = <T>({ next }: Making, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T; // Never empty here.
const between = ({ next }: Making, low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
const maybe = ({ next }: Making, share: number): boolean => next() < share;

const NAMES = ['a', 'b', 'id', 'name', 'kind', 'x-1', 'tag', 'Z9', 'ü', 'foo bar'];
const LETTERS = ['a', 'b', 'C', '0', '7', '-', ' ', 'é', '.'];

function valueIn(making: Making, depth: number): Json {
  const kind = between(making, 0, depth <= 0 ? 5 : 9);
  if (kind === 0) return null;
  if (kind === 1) return maybe(making, 0.5);
  if (kind === 2) return between(making, -20, 200);
  if (kind === 3) return between(making, -2_000, 2_000) / pick(making, [2, 4, 10, 100]);
  if (kind <= 5) return Array.from({ length: between(making, 0, 6) }, () => pick(making, LETTERS)).join('');
  if (kind <= 7) return Array.from({ length: between(making, 0, 4) }, () => valueIn(making, depth - 1));
  const names = Array.from({ length: between(making, 0, 4) }, () => pick(making, NAMES));
  return Object.fromEntries(names.map((name) => [name, valueIn(making, depth - 1)]));
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

function schemaFor(making: Making, value: Json, depth: number): Json {
  if (maybe(making, 0.06)) return true;
  const schema: Written = {};
  if (maybe(making, 0.75)) schema['type'] = maybe(making, 0.8) ? typeOf(value) : severalTypes(making, value);
  if (maybe(making, 0.07)) schema['enum'] = distinct([value, valueIn(making, 1), valueIn(making, 0)]);
  if (maybe(making, 0.03)) schema['const'] = value;
  if (typeof value === 'number') writeNumber(making, schema, value);
  if (typeof value === 'string') writeText(making, schema, value);
  if (Array.isArray(value) && depth > 0) writeArray(making, schema, value, depth);
  if (typeOf(value) === 'object' && depth > 0) writeObject(making, schema, value as Record<string, Json>, depth); // Just asked.
  if (depth > 0) writeApplicators(making, schema, value, depth);
  return Object.fromEntries(Object.entries(schema).flatMap(([key, each]) => (each === undefined ? [] : [[key, each]])));
}

const TYPES = ['null', 'string', 'integer', 'object', 'array', 'boolean'];

const severalTypes = (making: Making, value: Json): Json => [...new Set([typeOf(value), pick(making, TYPES)])];

function distinct(values: readonly Json[]): Json {
  return values.filter((value, index) => values.findIndex((other) => isDeepStrictEqual(value, other)) === index);
}

function writeNumber(making: Making, schema: Written, value: number): void {
  if (maybe(making, 0.3)) schema[pick(making, ['minimum', 'exclusiveMinimum'])] = value - between(making, 1, 5);
  if (maybe(making, 0.3)) schema[pick(making, ['maximum', 'exclusiveMaximum'])] = value + between(making, 1, 5);
  const divisors = [2, 3, 5, 7].filter((step) => value % step === 0);
  if (maybe(making, 0.3)) schema['multipleOf'] = Number.isInteger(value) ? pick(making, [1, 0.5, ...divisors]) : 0.005;
}

function writeText(making: Making, schema: Written, value: string): void {
  if (maybe(making, 0.3)) schema['minLength'] = Math.max(0, value.length - between(making, 0, 2));
  if (maybe(making, 0.3)) schema['maxLength'] = value.length + between(making, 0, 2);
  if (maybe(making, 0.35)) schema['pattern'] = patternFor(making, value);
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function patternFor(making: Making, text: string): string {
  const classes = Array.from(text, (letter) => (/\w/.test(letter) ? '\\w' : pick(making, ['.', literal(letter)])));
  return pick(making, [
    `^${classes.join('')}$`,
    `^.{${Math.max(0, text.length - 1)},${text.length + 2}}$`,
    `^${literal(text.slice(0, between(making, 0, text.length)))}`,
    `${literal(text.slice(between(making, 0, text.length)))}$`,
    `^(?!${literal(text)}x)`,
    `^(${literal(text)}|[a-z]{2})$`,
  ]);
}

/** A schema that all of the values fit. */
function forAll(making: Making, values: readonly Json[], depth: number): Json {
  if (values.length === 0) return maybe(making, 0.5) ? false : schemaFor(making, valueIn(making, 0), depth - 1);
  return { anyOf: values.map((value) => schemaFor(making, value, depth - 1)) };
}

function writeArray(making: Making, schema: Written, value: readonly Json[], depth: number): void {
  const below = (member: Json): Json => schemaFor(making, member, depth - 1);
  if (maybe(making, 0.3)) schema['minItems'] = Math.max(0, value.length - between(making, 0, 1));
  if (maybe(making, 0.3)) schema['maxItems'] = value.length + between(making, 0, 2);
  if (maybe(making, 0.3) && isDeepStrictEqual(distinct(value), value)) schema['uniqueItems'] = true;
  const size = maybe(making, 0.4) ? between(making, 1, 3) : 0;
  if (size > 0) schema['prefixItems'] = Array.from({ length: size }, (_, i) => below(value[i] ?? valueIn(making, 0)));
  if (maybe(making, 0.4)) schema['items'] = forAll(making, value.slice(size), depth);
  if (value.length === 0 || !maybe(making, 0.3)) return;
  const contains = below(pick(making, value));
  const count = value.filter((item) => making.fits(complete(making, contains), item)).length;
  schema['contains'] = contains;
  if (maybe(making, 0.3)) schema['minContains'] = between(making, 0, count);
  if (maybe(making, 0.3)) schema['maxContains'] = count + between(making, 0, 1);
}

function writeObject(making: Making, schema: Written, value: Readonly<Record<string, Json>>, depth: number): void {
  const names = Object.keys(value);
  const of = (name: string): Json => value[name] ?? null;
  const named = names.filter(() => maybe(making, 0.6));
  const pattern = pick(making, ['^x', '[A-Z]', '^[a-z]+$', 'a']);
  const matched = maybe(making, 0.2) ? names.filter((name) => new RegExp(pattern, 'u').test(name)) : undefined;
  schema['properties'] = Object.fromEntries(named.map((name) => [name, schemaFor(making, of(name), depth - 1)]));
  if (matched !== undefined) schema['patternProperties'] = { [pattern]: forAll(making, matched.map(of), depth) };
  if (maybe(making, 0.5)) schema['required'] = names.filter(() => maybe(making, 0.6));
  const rest = names.filter((name) => !named.includes(name) && matched?.includes(name) !== true).map(of);
  if (maybe(making, 0.4))
    schema[pick(making, ['additionalProperties', 'unevaluatedProperties'])] = forAll(making, rest, depth);
  if (maybe(making, 0.2)) schema['minProperties'] = Math.max(0, names.length - between(making, 0, 1));
  if (maybe(making, 0.2)) schema['maxProperties'] = names.length + between(making, 0, 2);
  if (maybe(making, 0.15))
    schema['propertyNames'] = pick<Json>(making, [{ enum: [...names, 'q'] }, { pattern: '^[^!]*$' }]);
  const trigger = pick(making, [...names, 'other']);
  if (maybe(making, 0.15)) schema['dependentRequired'] = { [trigger]: names.filter(() => maybe(making, 0.4)) };
  if (maybe(making, 0.15))
    schema['dependentSchemas'] = { [trigger]: schemaFor(making, Object.hasOwn(value, trigger) ? value : 1, depth - 1) };
}

function writeApplicators(making: Making, schema: Written, value: Json, depth: number): void {
  const fitting = (): Json => schemaFor(making, value, depth - 1);
  const another = (): Json => schemaFor(making, valueIn(making, 1), depth - 1);
  const holds = (other: Json): boolean => making.fits(complete(making, other), value);
  if (maybe(making, 0.12)) schema['allOf'] = maybe(making, 0.5) ? [fitting()] : [fitting(), fitting()];
  if (maybe(making, 0.12)) schema['anyOf'] = maybe(making, 0.5) ? [fitting(), another()] : [another(), fitting()];
  if (maybe(making, 0.12)) schema['oneOf'] = [fitting(), ...[another(), another()].filter((other) => !holds(other))];
  const other = another();
  if (maybe(making, 0.12) && !holds(other)) schema['not'] = other;
  // Evaluation through a condition that does not hold is judged wrongly by the second opinion.
  if (maybe(making, 0.08) && schema['unevaluatedProperties'] === undefined) {
    const condition = maybe(making, 0.5) ? fitting() : another();
    const [met, unmet] = holds(condition) ? ['then', 'else'] : ['else', 'then'];
    Object.assign(schema, { if: condition, [met]: fitting(), [unmet]: another() });
  }
  if (maybe(making, 0.08)) {
    const name = `d${Object.keys(making.defs).length}`;
    making.defs[name] = true;
    making.defs[name] = fitting();
    schema['$ref'] = `#/$defs/${name}`;
  }
}

/** A document whose only body the schema describes. */
export const documentOf = (schema: Json): string =>
  stringifyJson({
    openapi: '3.1.0',
    info: { title: 'random', version: '1' },
    paths: {
      '/random': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $id: 'http://random.example/', ...Object(schema) } } },
          },
          responses: { 204: { description: '' } },
        },
      },
    },
  });
