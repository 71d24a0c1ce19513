import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { loadApi } from '../../../src/spec/index.ts';
import { createQuickCompiler } from '../../../src/validation/compile/ajv.ts';
import { createCallBudget, TooManyCalls } from '../../../src/validation/compile/call-budget.ts';
import { compileSchema, createCompilers } from '../../../src/validation/compile/compiled-schema.ts';
import { interpretSchema } from '../../../src/validation/compile/interpret-schema.ts';
import { copierOf, copyOf } from '../../../src/validation/compile/schemas.ts';
import { createCopier, type SchemaCopy } from '../../../src/validation/copy/schema-copy.ts';
import { createCopyEvaluator } from '../../../src/validation/model/copy-evaluator.ts';
import { createPatternTests } from '../../../src/validation/model/pattern-engine.ts';
import { toDoubles } from '../../../src/validation/model/values.ts';
import { stringifyJson } from '../../../src/wire/index.ts';
import { drawValue, mulberry } from '../random-value.ts';

const CORPUS = '../shared/corpus';

function copied(schema: Readonly<Record<string, unknown>>): SchemaCopy {
  return createCopier({ refRoot: 'test:/', raw: () => undefined, plain: false }).copy(schema, '');
}

/** Walks along any schema, those that are left to the compiler included. */
function judged(copy: SchemaCopy): (value: unknown) => boolean {
  const evaluator = createCopyEvaluator(copy.copier.defs, createPatternTests());
  return (value) => evaluator.fits(copy.root, value);
}

function walked(copy: SchemaCopy): ((value: unknown) => boolean) | undefined {
  return interpretSchema(copy, createCopyEvaluator(copy.copier.defs, createPatternTests()));
}

function compiled(copy: SchemaCopy): (value: unknown) => boolean {
  const reached = copy.copier.reachedDefs(copy.root);
  const compiler = createQuickCompiler({
    ownOnly: copy.namesInherited,
    patterns: createPatternTests(),
    calls: createCallBudget(),
  });
  const evaluator = compiler.compile(copy.root, copy.copier.defs, (def) => reached.has(def));
  return evaluator;
}

/** `undefined`: a schema that leads back to itself about the same value, which no compiled function can end. */
function within<T>(evaluator: () => T): T | undefined {
  try {
    return evaluator();
  } catch (error) {
    if (error instanceof TooManyCalls || error instanceof RangeError) return undefined;
    throw error;
  }
}

const NAMES = ['a', 'b', 'x-c', 'constructor', 'length'];
const name = fc.constantFrom(...NAMES);
const scalar = fc.constantFrom<Json[]>(
  null,
  true,
  false,
  0,
  -1,
  1,
  2,
  1.5,
  1e21,
  10n ** 20n,
  '',
  'a',
  'bc',
  '😀',
  '2024-02-29',
);
const members = <T>(value: fc.Arbitrary<T>) => fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
    members(tie('value')) as fc.Arbitrary<Json>,
  ),
}));

const count = fc.nat({ max: 3 });
const bound = fc.constantFrom(-1, 0, 1, 1.5, 2, 1e21);
const type = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object');
const pattern = fc.constantFrom('^a', 'c$', '^.{2}$', '^(a|b)*$', '\\d');
/** What is read beside each other. */
const BESIDE: readonly string[][] = [
  ['properties', 'patternProperties', 'additionalProperties', 'required'],
  ['items', 'prefixItems', 'contains', 'minContains', 'maxContains', 'type'],
  ['if', 'then', 'else'],
];
const { schema: schemas } = fc.letrec<{ schema: boolean | Record<string, unknown> }>((tie) => {
  const schema = tie('schema');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.array(values, { maxLength: 3 }),
    const: values,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: bound,
    exclusiveMaximum: bound,
    minLength: count,
    maxLength: count,
    pattern,
    format: fc.constantFrom('date', 'int32', 'uint8', 'uri-reference', 'password', 'of-nobody'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    minContains: count,
    maxContains: count,
    minProperties: count,
    maxProperties: count,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    dependentRequired: members(fc.uniqueArray(name, { maxLength: 2 })),
    items: schema,
    additionalProperties: schema,
    contains: schema,
    propertyNames: schema,
    unevaluatedItems: schema,
    unevaluatedProperties: schema,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
    then: schema,
    else: schema,
    allOf: list,
    anyOf: list,
    oneOf: list,
    prefixItems: list,
    properties: members(schema),
    patternProperties: fc.dictionary(pattern, schema, { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: members(schema),
  };
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.boolean(),
      fc.constantFrom<Record<string, unknown>>({ $ref: '#/$defs/one' }, { $ref: '#/$defs/two', minItems: 1 }),
      fc
        .constantFrom(Object.keys(keywords), ...BESIDE)
        .chain((from) => fc.uniqueArray(fc.constantFrom(...from), { minLength: 1, maxLength: 4 }))
        .chain((chosen) => fc.record(Object.fromEntries(chosen.map((each) => [each, keywords[each] ?? schema])))),
    ),
  };
});
const roots = fc
  .tuple(schemas, schemas, schemas)
  .map(([root, one, two]) => ({ allOf: [root], $defs: { one, two } }) as Readonly<Record<string, unknown>>);

test('a schema that is walked along says of every value what it says when it is compiled (law)', () => {
  let count = 0;
  fc.assert(
    fc.property(roots, fc.array(values, { minLength: 6, maxLength: 6 }), (schema, drawn) => {
      const copy = copied(schema);
      const evaluator = compiled(copy);
      const walks = judged(copy);
      for (const value of drawn) {
        // Numbers beyond 2^53 are drawn such that a double holds them, which is all that compiled functions know.
        const verdict = within(() => evaluator(toDoubles(value)));
        if (verdict === undefined) continue;
        count += 1;
        expect(walks(value), stringifyJson(value)).toBe(verdict);
      }
    }),
    { numRuns: 1_500, seed: 20_261_122 },
  );
  expect(count).toBeGreaterThan(8_000);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['that leads to itself', { $ref: '#/$defs/a', $defs: { a: { properties: { next: { $ref: '#/$defs/a' } } } } }],
  [
    'that leads to one that leads to itself',
    { items: { $ref: '#/$defs/b' }, $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { not: { $ref: '#/$defs/a' } } } },
  ],
  ['with wide alternatives', { oneOf: Array.from({ length: 101 }, (_, n) => ({ minimum: n })) }],
  ['that asks for what is not evaluated', { properties: { a: { unevaluatedProperties: false } } }],
  [
    'that is large',
    { properties: Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`a${n}`, { minimum: n }])) },
  ],
])('a schema %s is left to the compiler', (_, schema) => {
  expect(walked(copied(schema))).toBeUndefined();
});

test('a schema keeps its verdict where so many values are held to it that it is compiled', () => {
  const { accepts } = compileSchema(copied({ type: 'integer', minimum: 3 }), createCompilers(createPatternTests()));
  const verdicts = Array.from({ length: 300 }, (_, n) => accepts(n % 6));
  expect(verdicts).toEqual(verdicts.map((_, n) => n % 6 >= 3));
});

test('a pattern that cannot be decided in its time refuses, and is reported', () => {
  const undecided: string[] = [];
  const patterns = createPatternTests((pattern) => void undecided.push(pattern));
  const source = '^(?=(a+)+$)(a+)+\\1$';
  const copy = copied({ pattern: source });
  expect(createCopyEvaluator(copy.copier.defs, patterns).fits(copy.root, `${'a'.repeat(40)}!`)).toBe(false);
  expect(patterns.gaveUp).toBe(true);
  expect(undecided).toEqual([source]);
});

describe.skipIf(!existsSync(CORPUS))('over the corpus (skipped where the folder ../shared/corpus is absent)', () => {
  test.each([
    'museum.yaml',
    'netlify.swagger.yml',
    'ory-kratos.json',
    'supabase-auth.yaml',
    'redocly-cafe/openapi.yaml',
  ])('%s: every schema that is walked along says what it says when it is compiled', async (file) => {
    const api = await loadApi(`${CORPUS}/${file}`);
    const random = mulberry(7);
    let count = 0;
    for (const operation of api.operations.slice(0, 30)) {
      for (const { schema } of operation.responses.flatMap(({ content }) => content)) {
        const copy = copyOf(api, schema ?? true, 'response', copierOf(api, { refRoot: 'test:/', plain: false }));
        const walks = judged(copy);
        count += 1;
        const evaluator = compiled(copy);
        for (const stray of [0, 0.02, 0.2]) {
          const value = drawValue(api.bundle(schema ?? true, 'response'), random, stray) as Json;
          expect(walks(value), stringifyJson(value)).toBe(evaluator(value));
        }
      }
    }
    expect(count).toBeGreaterThan(5);
  });
});
