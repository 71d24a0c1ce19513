import type { Json } from '../../src/core/index.ts';

export interface KeywordSample {
  /** A schema with the keyword. */
  readonly schema: Json;
  /** A value that fits it. */
  readonly fits: Json;
  /** A value that only this keyword refuses. */
  readonly breaks: Json;
  /** The keyword that the violation names, where that is another one. */
  readonly reports?: string;
}

/** The schema that samples refer to as `#/components/schemas/Whole`. */
export const WHOLE: Json = { type: 'integer' };

const whole: Json = { type: 'integer' };
const text: Json = { type: 'string' };

/** One sample for each keyword that can refuse a value. */
export const KEYWORD_SAMPLES: Readonly<Record<string, KeywordSample>> = {
  type: { schema: whole, fits: 1, breaks: 'x' },
  $ref: { schema: { $ref: '#/components/schemas/Whole' }, fits: 1, breaks: 'x', reports: 'type' },
  not: { schema: { not: text }, fits: 1, breaks: 'x' },
  allOf: { schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, fits: 2, breaks: 3, reports: 'maximum' },
  anyOf: { schema: { anyOf: [{ const: 'a' }, { const: 'b' }] }, fits: 'a', breaks: 'c' },
  oneOf: { schema: { oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }] }, fits: 9, breaks: 15 },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  if: { schema: { if: { minimum: 5 }, then: { multipleOf: 5 } }, fits: 10, breaks: 6, reports: 'multipleOf' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { schema: { if: text, then: { minLength: 2 } }, fits: 'ab', breaks: 'a', reports: 'minLength' },
  else: { schema: { if: text, else: { minimum: 2 } }, fits: 2, breaks: 1, reports: 'minimum' },
  enum: { schema: { enum: ['a', 2] }, fits: 2, breaks: 3 },
  const: { schema: { const: 'a' }, fits: 'a', breaks: 'b' },
  minimum: { schema: { minimum: 2 }, fits: 2, breaks: 1 },
  maximum: { schema: { maximum: 2 }, fits: 2, breaks: 3 },
  exclusiveMinimum: { schema: { exclusiveMinimum: 2 }, fits: 3, breaks: 2 },
  exclusiveMaximum: { schema: { exclusiveMaximum: 2 }, fits: 1, breaks: 2 },
  multipleOf: { schema: { multipleOf: 3 }, fits: 9, breaks: 10 },
  minLength: { schema: { minLength: 2 }, fits: 'ab', breaks: 'a' },
  maxLength: { schema: { maxLength: 2 }, fits: 'ab', breaks: 'abc' },
  pattern: { schema: { pattern: '^a+$' }, fits: 'aa', breaks: 'ab' },
  format: { schema: { format: 'date' }, fits: '2026-01-02', breaks: 'today' },
  minItems: { schema: { minItems: 1 }, fits: [1], breaks: [] },
  maxItems: { schema: { maxItems: 1 }, fits: [1], breaks: [1, 2] },
  uniqueItems: { schema: { uniqueItems: true }, fits: [1, 2], breaks: [1, 1] },
  items: { schema: { items: whole }, fits: [1], breaks: ['x'], reports: 'type' },
  prefixItems: { schema: { prefixItems: [whole] }, fits: [1, 'x'], breaks: ['x'], reports: 'type' },
  contains: { schema: { contains: whole }, fits: ['x', 1], breaks: ['x'] },
  minContains: { schema: { contains: whole, minContains: 2 }, fits: [1, 2], breaks: [1, 'x'], reports: 'contains' },
  maxContains: { schema: { contains: whole, maxContains: 1 }, fits: [1, 'x'], breaks: [1, 2], reports: 'contains' },
  unevaluatedItems: { schema: { prefixItems: [whole], unevaluatedItems: false }, fits: [1], breaks: [1, 2] },
  minProperties: { schema: { minProperties: 1 }, fits: { a: 1 }, breaks: {} },
  maxProperties: { schema: { maxProperties: 1 }, fits: { a: 1 }, breaks: { a: 1, b: 1 } },
  required: { schema: { required: ['a'] }, fits: { a: 1 }, breaks: {} },
  properties: { schema: { properties: { a: whole } }, fits: { a: 1 }, breaks: { a: 'x' }, reports: 'type' },
  patternProperties: {
    schema: { patternProperties: { '^a': whole } },
    fits: { ab: 1 },
    breaks: { ab: 'x' },
    reports: 'type',
  },
  additionalProperties: {
    schema: { properties: { a: whole }, additionalProperties: false },
    fits: { a: 1 },
    breaks: { b: 1 },
  },
  unevaluatedProperties: {
    schema: { properties: { a: whole }, unevaluatedProperties: false },
    fits: { a: 1 },
    breaks: { b: 1 },
  },
  propertyNames: { schema: { propertyNames: { maxLength: 2 } }, fits: { ab: 1 }, breaks: { abc: 1 } },
  dependentRequired: { schema: { dependentRequired: { a: ['b'] } }, fits: { a: 1, b: 1 }, breaks: { a: 1 } },
  dependentSchemas: {
    schema: { dependentSchemas: { a: { minProperties: 2 } } },
    fits: { a: 1, b: 1 },
    breaks: { a: 1 },
    reports: 'minProperties',
  },
};
