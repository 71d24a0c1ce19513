import fc from 'fast-check';
import type { Json } from '../../src/core/index.ts';

/** JSON values with integers of any size, hostile names and any text that is well-formed. */
export const json = (): fc.Arbitrary<Json> =>
  fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      integer(),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((n) => (Number.isInteger(n) && !Number.isSafeInteger(n) ? 0.5 : n + 0)),
      text(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(name(), tie('value')), { maxLength: 4 })
        .map((members) =>
          members.reduce(
            (object, [key, value]) =>
              Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true }),
            {},
          ),
        ),
    ),
  })).value as fc.Arbitrary<Json>;

/** An integer as `Json` wants it: `bigint` only where a number would lose digits. */
export const integer = (): fc.Arbitrary<number | bigint> =>
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((n) => (Number.isSafeInteger(Number(n)) ? Number(n) : n));

export const text = (): fc.Arbitrary<string> => fc.string({ unit: 'binary', maxLength: 12 });

export const name = (): fc.Arbitrary<string> =>
  fc.oneof(
    text(),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'a/b', '~', '', '0', '-', 'a.b', 'x=y', 'a,b'),
  );
