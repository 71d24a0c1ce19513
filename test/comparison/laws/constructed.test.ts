import { describe, expect, it } from 'vitest';
import {
  createSchemaComparer,
  createSchemaSource,
  createSide,
  type SchemaSource,
} from '../../../src/containment/index.ts';
import { parseApi } from '../../../src/spec/index.ts';
import { documentWith } from '../labels/message-pairs.ts';

type Written = Record<string, unknown>;
type Answer = 'yes' | 'no' | 'undecided';
/** Two schemas; whether the first is contained in the second, and the second in the first. */
type Built = readonly [name: string, one: Written, other: Written, forth: Answer, back: Answer];

const object = (properties: Written, more: Written = {}): Written => ({ type: 'object', properties, ...more });
const closed = (properties: Written, more: Written = {}): Written =>
  object(properties, { additionalProperties: false, ...more });
const text = { type: 'string' };
const whole = { type: 'integer' };
const tagged = (kind: string, more: Written = {}): Written =>
  object({ kind: { const: kind }, ...more }, { required: ['kind'] });

/** Schemas that hold a place, with one that is put there. */
const AROUND: readonly (readonly [string, (inner: unknown) => Written])[] = [
  ['alone', (inner) => ({ allOf: [inner] })],
  ['in a property', (inner) => object({ a: inner }, { required: ['a'] })],
  ['in a property that may be absent', (inner) => closed({ a: inner, b: whole })],
  ['in items', (inner) => ({ type: 'array', items: inner })],
  ['in a place of a tuple', (inner) => ({ type: 'array', prefixItems: [whole, inner], minItems: 2, items: false })],
  ['under any name', (inner) => ({ type: 'object', additionalProperties: inner })],
  ['under names of a pattern', (inner) => ({ type: 'object', patternProperties: { '^x-': inner } })],
  ['in an alternative with a tag', (inner) => ({ oneOf: [tagged('p', { v: inner }), tagged('q', { n: whole })] })],
  ['in a conjunction', (inner) => ({ allOf: [object({ a: inner }, { required: ['a'] }), object({ b: text })] })],
  ['nullable', (inner) => ({ anyOf: [inner, { type: 'null' }] })],
  [
    'in what unevaluatedProperties closes',
    (inner) => ({ type: 'object', allOf: [object({ a: inner })], unevaluatedProperties: false }),
  ],
];

/** The second allows more than the first. */
const WIDER: readonly (readonly [string, Written, Written])[] = [
  ['maxLength', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 5 }],
  ['minLength', { type: 'string', minLength: 3 }, { type: 'string', minLength: 2 }],
  ['maximum', { type: 'integer', maximum: 3 }, { type: 'integer', maximum: 5 }],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 1 }, { type: 'number', minimum: 1 }],
  ['multipleOf', { type: 'integer', multipleOf: 6 }, { type: 'integer', multipleOf: 3 }],
  ['integers as numbers', { type: 'integer' }, { type: 'number' }],
  ['a longer list', { enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }],
  ['a constant in a list', { const: 'a' }, { enum: ['a', 'b'] }],
  ['a list as texts', { enum: ['a', 'b'] }, text],
  ['a further type', text, { type: ['string', 'integer'] }],
  ['a dropped pattern', { type: 'string', pattern: '^[a-z]+$' }, text],
  ['a wider class', { type: 'string', pattern: '^[a-f]{2}$' }, { type: 'string', pattern: '^[a-z]{1,4}$' }],
  ['items', { type: 'array', items: whole, maxItems: 2 }, { type: 'array', items: whole, maxItems: 4 }],
  ['uniqueItems', { type: 'array', items: whole, uniqueItems: true }, { type: 'array', items: whole }],
  ['required', object({ r: text }, { required: ['r'] }), object({ r: text })],
  [
    'dependentRequired',
    object({ r: text, s: text }, { dependentRequired: { r: ['s'] } }),
    object({ r: text, s: text }),
  ],
  ['maxProperties', { type: 'object', maxProperties: 2 }, { type: 'object', maxProperties: 3 }],
  ['a further alternative', { oneOf: [tagged('m'), tagged('n')] }, { oneOf: [tagged('m'), tagged('n'), tagged('o')] }],
  ['not', { type: 'integer', not: { const: 3 } }, { type: 'integer' }],
];

/** Two ways to write the same. */
const SAME: readonly (readonly [string, Written, Written])[] = [
  ['const and enum', { const: 'a' }, { enum: ['a'] }],
  [
    'a split range',
    { type: 'integer', minimum: 0, maximum: 9 },
    { allOf: [{ type: 'integer', minimum: 0 }, { maximum: 9 }] },
  ],
  ['whole bounds', { type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }],
  ['lists in two', { enum: ['a', 'b', 'c'] }, { anyOf: [{ enum: ['a', 'b'] }, { const: 'c' }] }],
  ['null', { type: ['string', 'null'] }, { oneOf: [{ type: 'null' }, text] }],
  ['a condition that always holds', { type: 'string', if: true, else: false }, text],
  ['not twice', { not: { not: text } }, text],
  ['tags in oneOf and anyOf', { oneOf: [tagged('p'), tagged('q')] }, { anyOf: [tagged('p'), tagged('q')] }],
  ['lists of tags', tagged('p'), object({ kind: { enum: ['p'] } }, { required: ['kind'] })],
  [
    'closed in two ways',
    closed({ a: text }),
    { type: 'object', properties: { a: text }, unevaluatedProperties: false },
  ],
];

const PAIRS: readonly Built[] = AROUND.flatMap(([place, around]) => [
  ...WIDER.map(([name, one, other]): Built => [`${place}: ${name}`, around(one), around(other), 'yes', 'no']),
  ...SAME.map(([name, one, other]): Built => [`${place}: ${name}`, around(one), around(other), 'yes', 'yes']),
]);

function sourceOf(schema: object): SchemaSource {
  return createSchemaSource(
    parseApi({ text: JSON.stringify(documentWith({ body: schema })), name: 'pair.json' }, { exact: true }),
  );
}

function isContained(one: Written, other: Written): Answer {
  const [left, right] = [sourceOf(one), sourceOf(other)];
  const schemaOf = ({ api }: SchemaSource) => api.operations[0]?.body?.content[0]?.schema ?? true;
  const comparer = createSchemaComparer(createSide(left, 'request'), createSide(right, 'request'));
  const [given, wanted] = [schemaOf(left), schemaOf(right)];
  const gaps = comparer.gaps(given, wanted);
  if (gaps.length === 0) return 'yes';
  return gaps.some((gap) => [...comparer.witnesses(gap, given, wanted)].length > 0) ? 'no' : 'undecided';
}

describe('containment that is known by construction', () => {
  it('is decided as it was built, and never the other way', () => {
    const wrong: string[] = [];
    const undecided: string[] = [];
    for (const [name, one, other, forth, back] of PAIRS)
      for (const [way, found, expected] of [
        ['forth', isContained(one, other), forth],
        ['back', isContained(other, one), back],
      ] as const) {
        if (found === 'undecided') undecided.push(`${name}, ${way}`);
        else if (found !== expected) wrong.push(`${name}, ${way}: ${found}`);
      }
    if (process.env['STANDIN_COUNTS'] !== undefined)
      process.stderr.write(`${PAIRS.length * 2} questions\nundecided ${undecided.length}\n${undecided.join('\n')}\n`);
    expect(wrong).toEqual([]);
    expect(undecided.length / (PAIRS.length * 2)).toBeLessThan(0.01);
  }, 120_000);
});
