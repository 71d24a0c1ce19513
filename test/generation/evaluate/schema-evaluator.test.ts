import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { createSchemaEvaluator } from '../../../src/generation/evaluate/schema-evaluator.ts';
import { createGenerator } from '../../../src/generation/index.ts';
import { createSteps } from '../../../src/generation/model/steps.ts';
import { createPatterns } from '../../../src/generation/pattern/pattern.ts';
import type { Schema } from '../../../src/spec/index.ts';
import { ajv, tinyApi } from '../tiny-api.ts';

const steps = createSteps();

/** One for all: making an Ajv costs more than compiling a schema. */
const judge = ajv();

const names = fc.constantFrom('a', 'b', 'c');
const small = fc.integer({ min: 0, max: 4 });

/** Small schemas of every kind that meet each other in few names and numbers. */
const { schema: schemas } = fc.letrec<{ schema: Schema; leaf: Schema }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'object', 'array') }),
    fc.record({ type: fc.constant('integer'), minimum: small, maximum: fc.integer({ min: 2, max: 9 }) }),
    fc.record({ type: fc.constant('string'), minLength: small, maxLength: fc.integer({ min: 2, max: 9 }) }),
    fc.record({
      enum: fc.uniqueArray(fc.constantFrom<Json>('x', 'y', 1, 2, null, true), { minLength: 1, selector: String }),
    }),
    fc.record({ const: fc.constantFrom<Json>('x', 1, null, false) }),
    fc.record({ multipleOf: fc.constantFrom(0.01, 0.5, 2, 3) }),
    fc.record({ required: fc.uniqueArray(names, { minLength: 1, maxLength: 2 }) }),
    fc.constant({} as Schema),
  ) as fc.Arbitrary<Schema>,
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.option(tie('schema'), { nil: true }),
    }),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      minItems: fc.integer({ min: 0, max: 2 }),
      uniqueItems: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('array'),
      contains: tie('leaf'),
      prefixItems: fc.array(tie('leaf'), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('leaf') }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited.
    fc.record({ if: tie('leaf'), then: tie('leaf'), else: tie('leaf') }),
    fc.record({
      properties: fc.dictionary(names, tie('leaf'), { maxKeys: 2 }),
      allOf: fc.array(tie('leaf'), { minLength: 1, maxLength: 1 }),
      unevaluatedProperties: fc.constant(false),
    }),
  ) as fc.Arbitrary<Schema>,
}));

test('our evaluator and Ajv agree on every schema and value', () => {
  const check = createSchemaEvaluator(tinyApi(), createPatterns(steps), steps);
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.dictionary(names, fc.constantFrom<Json>('x', 1, 2, null, true, 0.07)),
    fc.constantFrom<Json>('x', 1, 2, 0.01, 4.35, null, true, 1.0),
  );
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const json: Json = JSON.parse(JSON.stringify(value));
      expect(check(schema, json, 'response')).toBe(judge.compile(schema as object)(json));
    }),
    { numRuns: 250, seed: 5 },
  );
});

test('whatever is drawn for any schema is valid under Ajv', () => {
  let made = 0;
  fc.assert(
    fc.property(schemas, fc.nat(), (schema, seed) => {
      const generator = createGenerator({ api: tinyApi() });
      const drawn = generator.value(schema, { seed, at: 'law' });
      if (!drawn.ok) return;
      made++;
      const valid = judge.compile(schema as object);
      expect(valid(drawn.value), `${JSON.stringify(schema)} ${JSON.stringify(drawn.value)}`).toBe(true);
    }),
    { numRuns: 250, seed: 6 },
  );
  expect(made).toBeGreaterThan(180);
});

test('numbers are multiples by decimal arithmetic, bigints included', () => {
  const check = createSchemaEvaluator(tinyApi(), createPatterns(steps), steps);
  expect(check({ multipleOf: 0.01 }, 19.99, 'request')).toBe(true);
  expect(check({ multipleOf: 0.01 }, 19.999, 'request')).toBe(false);
  expect(check({ maximum: 9007199254740992n }, 9007199254740993n, 'request')).toBe(false);
  expect(check({ enum: [9007199254740993n] }, 9007199254740993n, 'request')).toBe(true);
  expect(check({ type: 'integer', format: 'int64' }, 9223372036854775808n, 'request')).toBe(false);
});
