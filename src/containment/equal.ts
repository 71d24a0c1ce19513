import type { Json } from '../core/index.ts';
import type { Api, Schema, SchemaObject } from '../spec/index.ts';
import { jsonEquals } from '../wire/index.ts';
import type { Allowance } from './allowance.ts';
import { createIds } from './side.ts';

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'xml',
  '$defs',
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
  'discriminator',
]);
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'] as const;
const SINGLE = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
] as const;
const INNER: ReadonlySet<string> = new Set([...LISTS, ...MAPS, ...SINGLE]);

/** Steps of a pair of schemas. */
const OF_A_PAIR = 10;
/** Most pairs that one question visits; the others count as different, and are compared in another way. */
const MOST_PAIRS = 100_000;

type Pair = readonly [left: Schema, right: Schema];

/** Keywords that only people read. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'examples', '$defs']);

/** Whether schemas of two documents have the same keywords and values. One walk over pairs, safe on cycles. */
export type Equal = (left: Schema, right: Schema) => boolean;

/** `constraints`: annotations do not count. `all`: everything counts except texts, examples, and names of schemas that are not tags of a discriminator. */
export function createEqual(
  left: Pick<Api, 'deref'>,
  right: Pick<Api, 'deref'>,
  counting: 'constraints' | 'all' = 'constraints',
  spend: Allowance['spend'] = () => undefined,
): Equal {
  const [leftId, rightId] = [createIds(), createIds()];
  const known = new Map<string, boolean>();
  const keyOf = ([a, b]: Pair): string => `${leftId(a)} ${rightId(b)}`;
  return (one, other) => {
    const start: Pair = [left.deref(one), right.deref(other)];
    const first = keyOf(start);
    const settled = known.get(first);
    if (settled !== undefined) return settled;
    // All pairs that are met get their answer at once: those that differ, and those that lead to one of these.
    const waiting: Pair[] = [start];
    const leading = new Map<string, string[]>([[first, []]]);
    const differing: string[] = [];
    for (let index = 0; index < waiting.length; index++) {
      const pair = waiting[index] as Pair; // Within the length.
      spend(OF_A_PAIR);
      const key = keyOf(pair);
      const inner = index < MOST_PAIRS ? innerPairs(pair, counting) : undefined;
      if (inner === undefined) differing.push(key);
      for (const [a, b] of inner ?? []) {
        const next: Pair = [left.deref(a), right.deref(b)];
        const nextKey = keyOf(next);
        const before = known.get(nextKey);
        if (before === false) differing.push(key);
        if (before !== undefined) continue;
        const from = leading.get(nextKey);
        if (from !== undefined) from.push(key);
        else {
          leading.set(nextKey, [key]);
          waiting.push(next);
        }
      }
    }
    for (let at = differing.pop(); at !== undefined; at = differing.pop()) {
      if (known.get(at) === false) continue;
      known.set(at, false);
      differing.push(...(leading.get(at) ?? []));
    }
    for (const key of leading.keys()) if (!known.has(key)) known.set(key, true);
    return known.get(first) === true;
  };
}

/** The same question with the sides exchanged: equality knows no direction. */
export const withSidesExchanged =
  (equal: Equal): Equal =>
  (left, right) =>
    equal(right, left);

/** Pairs inside two schemas that must be equal too; `undefined` where the schemas themselves differ. */
function innerPairs([left, right]: Pair, counting: 'constraints' | 'all'): readonly Pair[] | undefined {
  if (typeof left === 'boolean' || typeof right === 'boolean') return left === right ? [] : undefined;
  const [mine, yours] = [left, right].map((schema) => keywordsOf(schema, counting)) as [Keywords, Keywords]; // Two schemas.
  if (counting === 'all' && left.discriminator !== undefined && tagNames(left) !== tagNames(right)) return undefined;
  if (mine.length !== yours.length || !mine.every((key) => right[key] !== undefined)) return undefined;
  const pairs: Pair[] = [];
  for (const key of mine) {
    const [a, b] = [left[key], right[key]];
    if (!INNER.has(key)) {
      if (!sameValue(key, a, b)) return undefined;
      continue;
    }
    const found = membersOf(a, b);
    if (found === undefined) return undefined;
    pairs.push(...found);
  }
  return pairs;
}

type Keywords = readonly (keyof SchemaObject)[];

function keywordsOf(schema: SchemaObject, counting: 'constraints' | 'all'): Keywords {
  const counts = (key: string): boolean =>
    counting === 'all' ? !TEXTS.has(key) : !ANNOTATIONS.has(key) && !key.startsWith('x-');
  return (Object.keys(schema) as Keywords).filter((key) => counts(String(key)) && schema[key] !== undefined);
}

/** Whether a schema states nothing about values. */
export function isUnconstrained(schema: Schema): boolean {
  return typeof schema === 'boolean' ? schema : keywordsOf(schema, 'constraints').length === 0;
}

/** Names of the alternatives, which are tags. */
const tagNames = ({ anyOf = [], oneOf = [] }: SchemaObject): string =>
  JSON.stringify([...anyOf, ...oneOf].map((each) => (typeof each === 'object' ? each.$ref?.split('/').at(-1) : '')));

const SETS: ReadonlySet<string> = new Set(['type', 'enum', 'required']);

function sameValue(key: string, left: unknown, right: unknown): boolean {
  if (!SETS.has(key)) return jsonEquals(left as Json, right as Json); // Values of keywords are JSON.
  const [mine, yours] = [left, right].map((each) => (Array.isArray(each) ? each : [each])) as [Json[], Json[]];
  return mine.length === yours.length && mine.every((each) => yours.some((other) => jsonEquals(each, other)));
}

function membersOf(left: unknown, right: unknown): readonly Pair[] | undefined {
  if (Array.isArray(left) !== Array.isArray(right)) return undefined;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length ? left.map((each, at): Pair => [each, right[at]]) : undefined;
  if (isSchemaMap(left) && isSchemaMap(right)) {
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length || !names.every((name) => Object.hasOwn(right, name)))
      return undefined;
    return names.map((name): Pair => [left[name] ?? true, right[name] ?? true]);
  }
  return [[left as Schema, right as Schema]]; // A keyword that holds one schema.
}

/** Maps of schemas have no prototype; a schema has one. */
const isSchemaMap = (value: unknown): value is Readonly<Record<string, Schema>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
