import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { compareJson, getterOf } from '../../../src/state/model/json-order.ts';
import { sortKey } from '../../../src/state/sqlite/sort-key.ts';

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.constantFrom(
    0,
    -0,
    2 ** 53,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
    2n ** 63n - 1n,
    1e300,
    10n ** 300n,
    5e-324,
  ),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.constantFrom('', '\u0000', '\u0000\u0000', 'a\u0000', '\uffff', '\ud800', '\u{1f600}'),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom<Json>(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const values = fc.oneof(
  fc.tuple(json, json),
  fc.tuple(number, number),
  fc.tuple(text, text),
  json.map((each) => [each, structuredClone(each)] as const),
);

describe('the order of values', () => {
  it('is the order of their sort keys', () => {
    fc.assert(
      fc.property(values, ([a, b]) => {
        expect(Math.sign(Buffer.compare(sortKey(a), sortKey(b)))).toBe(Math.sign(compareJson(a, b)));
      }),
      { numRuns: 1_500, seed: 7 },
    );
  });

  it('is the order of their sort keys at every edge', () => {
    const edges = [2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 30n].flatMap((at) => [
      -at - 1n,
      -at,
      1n - at,
      at - 1n,
      at,
      at + 1n,
    ]);
    const lists: readonly Json[] = [[], [''], ['', 'a'], ['\u0000'], ['\u0000', 'a'], ['a'], ['a\u0000'], ['a', 'b']];
    for (const all of [edges, lists])
      for (const a of all)
        for (const b of all)
          expect(Math.sign(Buffer.compare(sortKey(a), sortKey(b))), `${a} ${b}`).toBe(Math.sign(compareJson(a, b)));
  });

  it('is total: it turns round with its sides, and is handed on', () => {
    fc.assert(
      fc.property(json, json, json, (a, b, c) => {
        expect(Math.sign(compareJson(a, b))).toBe(-Math.sign(compareJson(b, a)) + 0);
        const [first, second, third] = [a, b, c].sort(compareJson) as [Json, Json, Json];
        expect(compareJson(first, second)).toBeLessThanOrEqual(0);
        expect(compareJson(first, third)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('puts nothing before everything', () => {
    for (const value of [null, false, 0, '', [], {}]) {
      expect(compareJson(undefined, value)).toBeLessThan(0);
      expect(Buffer.compare(sortKey(undefined), sortKey(value))).toBe(-1);
    }
  });
});

describe('a pointer', () => {
  it.each<[string, Json, Json | undefined]>([
    ['/a', { a: 1 }, 1],
    ['/a/b~1c~0d', { a: { 'b/c~d': 1 } }, 1],
    ['/1', ['x', 'y'], 'y'],
    ['/01', ['x', 'y'], undefined],
    ['/__proto__', {}, undefined],
    ['/constructor/name', {}, undefined],
    ['/length', [1], undefined],
    ['/a', 'text', undefined],
    ['', { a: 1 }, { a: 1 }],
    ['no pointer', { a: 1 }, undefined],
  ])('%j finds its own place only', (pointer, value, found) => {
    expect(getterOf(pointer)(value)).toEqual(found);
  });
});
