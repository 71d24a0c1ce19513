import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  createSchemaComparer,
  createSchemaSource,
  createSide,
  type SchemaSource,
  type Side,
} from '../../../src/containment/index.ts';
import type { Json, JsonObject } from '../../../src/core/index.ts';
import { type Api, parseApi, type Schema } from '../../../src/spec/index.ts';
import { documentWith } from '../labels/message-pairs.ts';
import { randomPair, randomSchema } from './random-schema.ts';

const PAIRS = 1_000;
const DRAWS = 100;
/** How many of the pairs are decided, at least. */
const LEAST_DECIDED = 0.9;

function sourceOf(schema: object): SchemaSource {
  return createSchemaSource(
    parseApi({ text: JSON.stringify(documentWith({ body: schema })), name: 'pair.json' }, { exact: true }),
  );
}

const bodyOf = (api: Api) => api.operations[0]?.body?.content[0]?.schema ?? true;

/** Values that fit many schemas by accident. */
const VALUES: readonly Json[] = [
  null,
  true,
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  -1,
  0.5,
  1.5,
  10,
  '',
  'a',
  'ab',
  'x',
  'abcd',
  'A',
  'AB',
  'aaaaa',
  'é',
  [],
  ['a'],
  ['a', 'a'],
  [1, 2, 3, 4],
  {},
  { a: 1 },
  { a: 'a', b: 'b' },
  { kind: 'p' },
  { kind: 'q', q: 1 },
  { a: 'x', z: 1 },
  { a: 1, b: 2, c: 3, d: 4 },
];

describe('containment of random schemas', () => {
  it('never says yes where a value refutes it, and says no only with a value that Ajv refuses too', () => {
    const ajv = new Ajv2020({ strict: false });
    const counts = { yes: 0, no: 0, undecided: 0 };
    const wrong: unknown[] = [];
    for (let seed = 0; seed < PAIRS; seed++) {
      const [one, other] = randomPair(seed);
      const [left, right] = [sourceOf(one), sourceOf(other)];
      const [given, wanted] = [bodyOf(left.api), bodyOf(right.api)];
      const comparer = createSchemaComparer(createSide(left, 'request'), createSide(right, 'request'));
      const [fitsLeft, fitsRight] = [ajv.compile(one), ajv.compile(other)];
      // Properties that only the right names are not held against the left (undocumented names).
      const gaps = comparer.gaps(given, wanted);
      const witness = gaps.flatMap((gap) => [...comparer.witnesses(gap, given, wanted)].slice(0, 1))[0];
      if (witness !== undefined) {
        counts.no++;
        if (!fitsLeft(witness) || fitsRight(witness)) wrong.push({ seed, one, other, witness });
        continue;
      }
      if (gaps.length > 0) {
        counts.undecided++;
        continue;
      }
      counts.yes++;
      const refuting = [...drawnFrom(left, given, DRAWS), ...VALUES].find(
        (value) => fitsLeft(value) && !fitsRight(value) && !holdsForeignName(one, other, value),
      );
      if (refuting !== undefined) wrong.push({ seed, one, other, refuting });
    }
    expect(wrong.slice(0, 5).map((each) => JSON.stringify(each))).toEqual([]);
    expect((counts.yes + counts.no) / PAIRS).toBeGreaterThanOrEqual(LEAST_DECIDED);
    expect(counts.yes).toBeGreaterThan(PAIRS / 10);
    expect(counts.no).toBeGreaterThan(PAIRS / 10);
    if (process.env['STANDIN_COUNTS'] !== undefined) process.stderr.write(`${JSON.stringify(counts)}\n`);
  });

  it('never says yes where a value with a name that only the right has refutes it, if such names count', () => {
    const ajv = new Ajv2020({ strict: false });
    const wrong: unknown[] = [];
    let asked = 0;
    for (let seed = 0; seed < 300; seed++) {
      const [one, other] = randomPair(seed);
      const [left, right] = [sourceOf(one), sourceOf(other)];
      const [given, wanted] = [bodyOf(left.api), bodyOf(right.api)];
      const sides = [left, right].map((source) => createSide(source, 'request', { countsUndocumented: true }));
      if (createSchemaComparer(sides[0] as Side, sides[1] as Side).gaps(given, wanted).length > 0) continue;
      const [fitsLeft, fitsRight] = [ajv.compile(one), ajv.compile(other)];
      const objects = [...VALUES, ...drawnFrom(left, given, 20)].filter(isObject);
      const named = objects.flatMap((value) =>
        [...namesIn(other)].flatMap((name) => [7, 'word', null].map((member) => ({ ...value, [name]: member }))),
      );
      asked += named.length;
      const refuting = named.find((value) => fitsLeft(value) && !fitsRight(value));
      if (refuting !== undefined) wrong.push({ seed, one, other, refuting });
    }
    expect(wrong.slice(0, 5).map((each) => JSON.stringify(each))).toEqual([]);
    expect(asked).toBeGreaterThan(100);
  });

  it('is reflexive', () => {
    for (let seed = 0; seed < 200; seed++) {
      const schema = randomSchema(seed);
      const [left, right] = [sourceOf(schema), sourceOf({ allOf: [schema] })];
      const comparer = createSchemaComparer(createSide(left, 'response'), createSide(right, 'response'));
      expect([
        seed,
        comparer.gaps(bodyOf(left.api), bodyOf(right.api)).map(({ rule, doubt }) => [rule, doubt]),
      ]).toEqual([seed, []]);
    }
  });
});

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function drawnFrom({ generator }: SchemaSource, schema: Schema, count: number): readonly Json[] {
  return Array.from({ length: count }, (_, at) => {
    const value = generator.value(
      schema,
      { seed: at, at: 'law' },
      { direction: 'request', examples: false, optional: at % 2 === 0 ? 'all' : 'required' },
    );
    return value.ok ? [value.value] : [];
  }).flat();
}

/** Whether a value, anywhere in it, has a name that the right schema has under `properties` and the left has not. */
function holdsForeignName(left: unknown, right: unknown, value: Json): boolean {
  const [mine, yours] = [namesIn(left), namesIn(right)];
  const foreign = [...yours].filter((name) => !mine.has(name));
  const text = JSON.stringify(value);
  return foreign.some((name) => text.includes(`"${name}":`)) || (mine.size > 0 && differsByPlace(left, right));
}

function namesIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name);
    return value;
  });
  return found;
}

/** The same names may stand in one branch of the left and another of the right. */
function differsByPlace(left: unknown, right: unknown): boolean {
  const count = (schema: unknown): number => (JSON.stringify(schema).match(/"properties":\{"/g) ?? []).length;
  return count(left) > 1 || count(right) > 1;
}
