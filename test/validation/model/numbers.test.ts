import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { areDistinct, doubleNotAbove, doubleNotBelow, identity, isMultipleOf } from '../../../src/evaluation/index.ts';
import { compileSchema, createCompilers } from '../../../src/validation/compile/compiled-schema.ts';
import { createCopier } from '../../../src/validation/copy/schema-copy.ts';
import { createAccepts, createValidator } from '../../../src/validation/index.ts';
import { createPatternTests } from '../../../src/validation/model/pattern-engine.ts';
import { jsonEquals, stringifyJson } from '../../../src/wire/index.ts';
import { apiWithBody, brief, json, jsonOf, onlyOperation, send } from '../apis.ts';

const MAX = 2n ** 63n - 1n;

interface Digits {
  readonly schema: Json;
  readonly text: string;
  readonly verdict: readonly string[];
}

const DIGITS: readonly Digits[] = [
  { schema: { type: 'integer', maximum: MAX }, text: String(MAX), verdict: [] },
  { schema: { type: 'integer', maximum: MAX }, text: String(MAX + 1n), verdict: ['/body maximum'] },
  { schema: { type: 'integer', exclusiveMinimum: 9007199254740992n }, text: '9007199254740993', verdict: [] },
  {
    schema: { type: 'integer', exclusiveMinimum: 9007199254740993n },
    text: '9007199254740993',
    verdict: ['/body exclusiveMinimum'],
  },
  { schema: { minimum: 5 }, text: '-9007199254740993', verdict: ['/body minimum'] },
  { schema: { enum: [9007199254740993n] }, text: '9007199254740993', verdict: [] },
  { schema: { enum: [9007199254740993n] }, text: '9007199254740995', verdict: ['/body enum'] },
  { schema: { const: 9007199254740993n }, text: '9007199254740992', verdict: ['/body const'] },
  { schema: { not: { type: 'integer' } }, text: '9007199254740993', verdict: ['/body not'] },
  { schema: { type: 'array', uniqueItems: true }, text: '[9007199254740993,9007199254740992]', verdict: [] },
  {
    schema: { type: 'array', uniqueItems: true },
    text: '[9007199254740993,9007199254740993]',
    verdict: ['/body uniqueItems'],
  },
  { schema: { type: 'integer', multipleOf: 3 }, text: '9007199254740995', verdict: ['/body multipleOf'] },
  { schema: { type: 'integer', format: 'uint64' }, text: '18446744073709551615', verdict: [] },
  { schema: { type: 'integer', format: 'uint64' }, text: '18446744073709551616', verdict: ['/body format'] },
  { schema: { type: 'integer', format: 'int32' }, text: '2147483648', verdict: ['/body format'] },
  { schema: { type: 'integer' }, text: '1.0', verdict: [] },
  { schema: { type: 'integer' }, text: '1.5', verdict: ['/body type'] },
  { schema: { type: 'string' }, text: '9007199254740993', verdict: ['/body type'] },
  { schema: { type: 'number' }, text: '1e400', verdict: ['/body type'] },
  { schema: { type: 'integer' }, text: '-0', verdict: [] },
];

describe('numbers are judged by their decimals', () => {
  test.each([
    [19.99, 0.01, true],
    [0.07, 0.01, true],
    [4.35, 0.05, true],
    [0.3, 0.1, true],
    [0.305, 0.01, false],
    [1e21, 7, false],
    [1e300, 1e-300, true],
    [9007199254740993n, 3n, true],
    [9007199254740993n, 2, false],
  ])('%s as a multiple of %s: %s', (value, step, verdict) => {
    expect(isMultipleOf(value, step)).toBe(verdict);
  });

  test('cents times a step are multiples of it (law)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.integer({ min: 0, max: 4 }),
        (units, decimals) => {
          const step = Number(`1e-${decimals}`);
          expect(isMultipleOf(Number(`${units}e-${decimals}`), step)).toBe(true);
          expect(isMultipleOf(Number(`${units}5e-${decimals + 1}`), step)).toBe(false);
        },
      ),
      { numRuns: 300, seed: 3 },
    );
  });

  test('the doubles around an integer are the nearest ones (law)', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        expect(BigInt(doubleNotAbove(value)) <= value).toBe(true);
        expect(BigInt(doubleNotBelow(value)) >= value).toBe(true);
        expect(doubleNotBelow(value) === doubleNotAbove(value)).toBe(BigInt(Number(value)) === value);
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});

describe('integers are judged by all their digits', () => {
  test.each(DIGITS.map((each) => [`${each.text} under ${stringifyJson(each.schema)}`, each] as const))(
    '%s',
    (_, { schema, text, verdict }) => {
      const api = apiWithBody(schema);
      expect(brief(send(createValidator({ api }), api, { body: json(text) }))).toEqual(verdict);
      const documented = onlyOperation(api).body?.content[0]?.schema ?? true;
      const body = json(text);
      const value = body.kind === 'parsed' ? body.value : null;
      expect(createAccepts(api)(documented, value, 'request')).toBe(verdict.length === 0);
    },
  );

  test('the message has the digits, not the nearest double', () => {
    const api = apiWithBody({ type: 'object', properties: { id: { type: 'integer', maximum: MAX } } });
    const [violation] = send(createValidator({ api }), api, { body: json(`{"id":${MAX + 1n}}`) });
    expect(violation?.message).toBe('`id` must be at most 9223372036854775807, but is 9223372036854775808');
  });
});

test('two values have one identity exactly when JSON Schema calls them equal (law)', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, 0, -0, 1, 1n, 1.5, 1e20, 10n ** 20n, '1', 'a', ''),
      fc.array(tie('any'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('any'), { maxKeys: 2 }),
    ),
  })).any as fc.Arbitrary<never>;
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(identity(a) === identity(b)).toBe(jsonEquals(a, b));
      expect(areDistinct([a, b])).toBe(!jsonEquals(a, b));
    }),
    { numRuns: 500, seed: 3 },
  );
});

test('large lists are judged in one pass, and only their first breach is reported (S19, R29)', () => {
  const api = apiWithBody({ type: 'array', uniqueItems: true, items: { type: 'object', required: ['a'] } });
  const validator = createValidator({ api });
  const items = Array.from({ length: 20_000 }, (_, n) => ({ a: n }));
  expect(send(validator, api, { body: jsonOf(items) })).toEqual([]);
  expect(send(validator, api, { body: jsonOf(Array.from({ length: 500_000 }, () => ({}))) })).toHaveLength(1);
});

test('an enum of twenty thousand values and a oneOf of two thousand schemas are judged', () => {
  const choices = apiWithBody({ type: 'array', items: { enum: Array.from({ length: 20_000 }, (_, n) => `v${n}`) } });
  const all = jsonOf(Array.from({ length: 2_000 }, (_, n) => `v${n * 10}`));
  expect(send(createValidator({ api: choices }), choices, { body: all })).toEqual([]);
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = apiWithBody({ [keyword]: Array.from({ length: 2_000 }, (_, n) => ({ const: n })) });
    expect(brief(send(createValidator({ api: branches }), branches, { body: jsonOf(-1) }))).toEqual(['/body enum']);
    expect(send(createValidator({ api: branches }), branches, { body: jsonOf(1_999) })).toEqual([]);
  }
  const wide = apiWithBody({
    anyOf: Array.from({ length: 1_000 }, (_, n) => ({ type: 'integer', minimum: 1_000 - n })),
  });
  expect(brief(send(createValidator({ api: wide, explain: 'own' }), wide, { body: jsonOf(0) }))).toHaveLength(1);
  expect(send(createValidator({ api: wide, explain: 'own' }), wide, { body: jsonOf(1) })).toEqual([]);
});

test('a wide oneOf still counts exactly one, wherever its branches stand', () => {
  const branches = Array.from({ length: 350 }, (_, n) => ({
    minimum: n * 10,
    maximum: n * 10 + (n === 7 ? 10 : n === 205 ? 25 : 5),
  }));
  const api = apiWithBody({ oneOf: branches });
  const validator = createValidator({ api, explain: 'own' });
  const fits = (value: number) =>
    branches.filter(({ minimum, maximum }) => value >= minimum && value <= maximum).length === 1;
  for (const value of [0, 6, 71, 80, 999, 1_000, 2_051, 2_062, 2_065, 2_076, 3_490, 3_499]) {
    expect(send(validator, api, { body: jsonOf(value) }).length === 0, String(value)).toBe(fits(value));
  }
});

test('of a schema that cannot be compiled the other keywords hold, and the rest is listed as unenforceable', () => {
  let deep: Record<string, unknown> = { type: 'string' };
  for (let level = 0; level < 1_500; level += 1) deep = { not: deep };
  const copier = createCopier({ refRoot: 'test:/', raw: () => undefined, plain: false });
  const compiled = compileSchema(
    copier.copy({ type: 'integer', not: deep }, '/here'),
    createCompilers(createPatternTests()),
  );
  expect([compiled.accepts(1), compiled.accepts('x')]).toEqual([true, false]);
  expect(compiled.unenforceable).toMatchObject([{ code: 'invalid-schema', pointer: '/here' }]);
});
