import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { candidatesOf } from '../../../src/evaluation/branch-choice.ts';
import { compileSchema, createCompilers } from '../../../src/validation/compile/compiled-schema.ts';
import { createCopier } from '../../../src/validation/copy/schema-copy.ts';
import { createValidator } from '../../../src/validation/index.ts';
import { createPatternTests } from '../../../src/validation/model/pattern-engine.ts';
import { apiWithBody, json, jsonOf, send } from '../apis.ts';

const scalar = fc.constantFrom<Json>('a', 'b', 'c', 0, 1, -0.5, true, null, '1');
const property = fc.oneof(
  scalar.map((value): Json => ({ const: value })),
  fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }).map((values): Json => ({ enum: values })),
  fc.constantFrom<Json>({}, true, { type: 'string' }, { minimum: 1 }, { const: ['a'] }, { allOf: [{ const: 'a' }] }),
);
const names = fc.constantFrom('kind', 'type', 'constructor', 'n');
const branch: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        type: fc.constantFrom<Json>('object', ['object'], ['object', 'null'], 'string'),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        properties: fc.dictionary(names, property, { maxKeys: 3 }),
        allOf: fc.array(
          fc.record({ required: fc.uniqueArray(names, { maxLength: 1 }), properties: fc.dictionary(names, property) }),
          { minLength: 1, maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Json>,
  },
  fc.constantFrom<Json>(true, false, {}, { type: 'string' }),
);
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(names, fc.oneof(scalar, fc.constantFrom<Json>(['a'], {})), { maxKeys: 3 }) },
  scalar,
  fc.constant<Json>([]),
);

/** Branches that nothing of these values fits, so that a choice is a wide one. */
const padding = (name: string): readonly Json[] =>
  Array.from({ length: 120 }, (_, n) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { const: `padding ${n}` } },
  }));

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false });

const plain = (schema: Json, given: Json): boolean => ajv.compile(schema as object)(given);
test('a branch that a value fits is always among those that it may fit (law)', () => {
  fc.assert(
    fc.property(fc.array(branch, { maxLength: 6 }), value, (branches, given) => {
      const candidates = candidatesOf(branches, () => undefined)(given);
      branches.forEach((each, index) => {
        if (plain({ allOf: [each] }, given)) expect(candidates).toContain(index);
      });
    }),
    { numRuns: 250 },
  );
});

test.each(['oneOf', 'anyOf'])('a wide %s has the verdict of the same branches without padding (law)', (keyword) => {
  fc.assert(
    fc.property(
      fc.array(branch, { minLength: 1, maxLength: 4 }),
      fc.array(value, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('kind', 'another'),
      (branches, values, name) => {
        const api = apiWithBody({ properties: { at: { [keyword]: [...padding(name), ...branches] } } });
        const validator = createValidator({ api, explain: 'own' });
        for (const given of values) {
          const refused = send(validator, api, { body: jsonOf({ at: given }) }).length > 0;
          expect(refused).toBe(!plain({ [keyword]: branches }, given));
        }
      },
    ),
    { numRuns: 40 },
  );
});

const MAX = 2n ** 63n - 1n;

test('the branches of a wide choice see every digit of a number below them', () => {
  const exact = { type: 'object', required: ['n'], properties: { n: { type: 'integer', maximum: MAX } } };
  const api = apiWithBody({ properties: { at: { oneOf: [...padding('kind'), exact] } } });
  const validator = createValidator({ api, explain: 'own' });
  expect(send(validator, api, { body: json(`{"at":{"n":${MAX}}}`) })).toEqual([]);
  expect(send(validator, api, { body: json(`{"at":{"n":${MAX + 1n}}}`) })).toHaveLength(1);
});

test('a tag beyond 2^53 is compared by its digits', () => {
  const tagged = (tag: bigint): Json => ({ required: ['tag'], properties: { tag: { const: tag } } });
  const api = apiWithBody({ oneOf: [...padding('tag'), tagged(MAX), tagged(MAX - 1n)] });
  const validator = createValidator({ api, explain: 'own' });
  expect(send(validator, api, { body: json(`{"tag":${MAX}}`) })).toEqual([]);
  expect(send(validator, api, { body: json(`{"tag":${MAX - 2n}}`) })).toHaveLength(1);
});

test('a refusal by a wide choice speaks of the branch that was meant, else of all there are', () => {
  const kinds = Array.from({ length: 300 }, (_, n): Json => ({ $ref: `#/components/schemas/K${n}` }));
  const schemas = Object.fromEntries(
    kinds.map((_, n) => [
      `K${n}`,
      { type: 'object', required: ['kind', 'v'], properties: { kind: { const: `k${n}` }, v: { type: 'string' } } },
    ]),
  );
  const api = apiWithBody({ oneOf: kinds }, { schemas });
  const validator = createValidator({ api });
  const told = (body: Json): readonly string[] =>
    send(validator, api, { body: jsonOf(body) }).map((each) => each.message);
  expect(told({ kind: 'k250', v: 'x' })).toEqual([]);
  expect(told({ kind: 'k250' })).toEqual(['`v` is required']);
  expect(told({ kind: 'k250', v: 1 })).toEqual(['`v` must be a string, but is 1']);
  expect(told({ kind: 'none' })).toEqual(['The body must fit exactly one of 300 alternatives, but fits none']);
  expect(told(7)).toEqual(['The body must fit exactly one of 300 alternatives, but fits none']);
});

test('a wide choice with a branch that cannot be compiled refuses only what the others tell apart', () => {
  let deep: Json = { type: 'string' };
  for (let level = 0; level < 1_500; level += 1) deep = { not: deep };
  const copier = createCopier({ refRoot: 'test:/', raw: () => undefined, plain: false });
  const odd = { required: ['kind'], properties: { kind: { const: 'odd' }, deep } };
  const schema = compileSchema(
    copier.copy({ oneOf: [...padding('kind'), odd] }, '/here'),
    createCompilers(createPatternTests()),
  );
  expect(schema.accepts({ kind: 'odd' })).toBe(true);
  expect(schema.accepts({ kind: 'even' })).toBe(false);
});
