import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/index.ts';
import { createGenerator } from '../../src/generation/index.ts';
import { type Api, parseApi, type Schema } from '../../src/spec/index.ts';
import { createValidator } from '../../src/validation/index.ts';
import { stringifyJson } from '../../src/wire/index.ts';

type Case = readonly [name: string, schema: JsonSchema, valid: readonly Json[], invalid: readonly Json[]];
type JsonSchema = { readonly [keyword: string]: Json };

// biome-ignore-start lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
/** Behaviours of JSON Schema 2020-12, and of the older dialects that a schema may say it is written in. */
const CASES: readonly Case[] = [
  [
    'a property called $ref',
    { properties: { $ref: { $ref: '#/$defs/text' } }, $defs: { text: { type: 'string' } } },
    [{ $ref: 'a' }],
    [{ $ref: 2 }],
  ],
  ['fewer of contains than at least', { contains: { const: 1 }, minContains: 3, maxContains: 1 }, [], [[1], [1, 1, 1]]],
  [
    'what every object inherits is not there for another property',
    { dependentRequired: { a: ['constructor'] } },
    [{}, { a: 1, constructor: 1 }],
    [{ a: 1 }],
  ],
  [
    'what every object inherits wakes nothing',
    { dependentSchemas: { valueOf: false } },
    [{}, { a: 1 }],
    [{ valueOf: 1 }],
  ],
  [
    'what stands beside a tuple holds for lists that end before it',
    { prefixItems: [{ type: 'integer' }, true, { type: 'integer' }], contains: { const: 1 }, uniqueItems: true },
    [[1], [2, 1], [2, 1, 3]],
    [[], [2], [1, 1], [1, 2, 'a']],
  ],
  [
    'unevaluatedItems behind a branch that takes all',
    { unevaluatedItems: { type: 'boolean' }, anyOf: [{ items: { type: 'string' } }, true] },
    [['yes', 'no'], [true], []],
    [['yes', false], [1]],
  ],
  [
    'unevaluatedItems beside contains',
    { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: { type: 'boolean' } },
    [
      [1, 'a'],
      [1, false, 'a'],
      ['a', true],
    ],
    [[1, 'a', 2], [1], [1, 2, 'a']],
  ],
  [
    'unevaluatedItems and contains of several branches',
    { allOf: [{ contains: { multipleOf: 2 } }, { contains: { multipleOf: 3 } }], unevaluatedItems: false },
    [[2, 3], [6], [3, 4, 6]],
    [[2, 3, 5], [2], [3]],
  ],
  [
    'unevaluatedItems and contains of a condition',
    { if: { contains: { const: 'a' } }, then: { contains: { const: 'b' } }, unevaluatedItems: { type: 'integer' } },
    [['a', 'b'], [1], [], ['b', 1, 'a']],
    [['b'], ['a'], ['a', 'b', 'c']],
  ],
  [
    'unevaluatedItems behind another one',
    { allOf: [{ prefixItems: [{ type: 'string' }] }, { unevaluatedItems: true }], unevaluatedItems: false },
    [['a'], ['a', 1]],
    [[1]],
  ],
  [
    'unevaluatedProperties and a condition that does not hold',
    {
      if: { properties: { a: { const: 1 } }, patternProperties: { '^x': true }, required: ['a'] },
      else: { properties: { b: true } },
      unevaluatedProperties: { type: 'boolean' },
    },
    [{ a: 1, x1: 'x' }, { a: true, b: 1 }, { b: 1 }, {}],
    [
      { a: 2, b: 1 },
      { a: 1, b: 1 },
      { a: true, x1: 'x' },
    ],
  ],
  [
    'unevaluatedProperties and a condition below dependentSchemas and a reference',
    {
      dependentSchemas: { card: { $ref: '#/$defs/paid' } },
      unevaluatedProperties: false,
      properties: { card: true },
      $defs: { paid: { if: { required: ['code'] }, then: { properties: { code: true, zip: true } } } },
    },
    [{ card: 1 }, { card: 1, code: 2, zip: 3 }, {}],
    [{ code: 1 }, { card: 1, zip: 1 }],
  ],
  [
    'unevaluatedProperties allOf',
    { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 2 }],
    [{ c: 1 }],
  ],
  [
    'unevaluatedProperties if',
    {
      if: { properties: { k: { const: 1 } }, required: ['k'] },
      then: { properties: { x: { type: 'string' } }, required: ['x'] },
      unevaluatedProperties: false,
    },
    [{ k: 1, x: 'a' }, {}],
    [{ k: 1, x: 'a', y: 1 }, { x: 'q' }],
  ],
  [
    'unevaluatedProperties nested ref',
    {
      $ref: '#/$defs/b',
      properties: { foo: { type: 'string' } },
      unevaluatedProperties: false,
      $defs: { b: { properties: { bar: { type: 'string' } } } },
    },
    [{ foo: 'f', bar: 'b' }],
    [{ foo: 'f', bar: 'b', baz: 1 }],
  ],
  [
    'unevaluatedProperties patternProps',
    { patternProperties: { '^x': true }, unevaluatedProperties: { type: 'integer' } },
    [{ x1: 'a', b: 1 }],
    [{ b: 'a' }],
  ],
  [
    'unevaluatedProperties cousins',
    { allOf: [{ properties: { foo: true } }, { unevaluatedProperties: false }] },
    [{}],
    [{ foo: 1 }],
  ],
  [
    'unevaluatedProperties dependentSchemas',
    {
      properties: { foo: { type: 'string' } },
      dependentSchemas: { foo: { properties: { bar: { const: 'bar' } }, required: ['bar'] } },
      unevaluatedProperties: false,
    },
    [{ foo: 'a', bar: 'bar' }],
    [{ bar: 'bar' }],
  ],
  [
    'unevaluatedProperties anyOf',
    {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ['a'] },
        { properties: { b: true }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    [{ a: 2 }, { b: 1, a: 2 }],
  ],
  [
    'unevaluatedProperties not',
    {
      not: { not: { properties: { bar: { const: 'bar' } }, required: ['bar'] } },
      properties: { foo: true },
      unevaluatedProperties: false,
    },
    [],
    [{ foo: 1, bar: 'bar' }],
  ],
  [
    'unevaluated members below branches of which one needs no look at the value',
    {
      unevaluatedItems: {
        anyOf: [
          { patternProperties: { a: {} }, anyOf: [{ properties: { b: {} }, dependentRequired: { name: ['c'] } }, {}] },
        ],
      },
    },
    [[{ name: [] }], [1, {}], []],
    [],
  ],
  [
    'unevaluatedProperties beside patterns, branches and another one',
    {
      patternProperties: { '^a': true },
      anyOf: [{ properties: { b: { type: 'string' } } }, { properties: { c: { type: 'string' } }, required: ['c'] }],
      unevaluatedProperties: { type: 'null' },
    },
    [{ a1: 1, b: 'b' }, { c: 'c', b: 'b', d: null }, { d: null }],
    [{ b: 1, c: 'c' }, { d: 1 }],
  ],
  ['unevaluatedItems prefix', { prefixItems: [{ type: 'string' }], unevaluatedItems: false }, [['a'], []], [['a', 1]]],
  [
    'unevaluatedItems allOf items',
    {
      allOf: [{ prefixItems: [true, { type: 'number' }] }],
      prefixItems: [{ type: 'string' }],
      unevaluatedItems: false,
    },
    [['a', 1]],
    [['a', 1, 2]],
  ],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{}, { a: 1, b: 1 }, { b: 1 }], [{ a: 1 }]],
  ['dependentSchemas', { dependentSchemas: { a: { minProperties: 2 } } }, [{ a: 1, b: 1 }], [{ a: 1 }]],
  ['minContains 0', { contains: { const: 1 }, minContains: 0 }, [[], [1]], []],
  ['maxContains', { contains: { const: 1 }, maxContains: 1 }, [[1]], [[1, 1], []]],
  ['anchor', { $ref: '#foo', $defs: { A: { $anchor: 'foo', type: 'integer' } } }, [1], ['a']],
  [
    'id and anchor',
    {
      $id: 'http://e.x/root',
      $ref: 'http://e.x/nested#foo',
      $defs: { A: { $id: 'nested', $defs: { B: { $anchor: 'foo', type: 'integer' } } } },
    },
    [1],
    ['a'],
  ],
  [
    '$id ref relative',
    { $id: 'http://e.x/base/', $ref: 'int.json', $defs: { i: { $id: 'int.json', type: 'integer' } } },
    [1],
    ['a'],
  ],
  [
    '$id urn',
    {
      $id: 'urn:uuid:deadbeef-1234-0000-0000-4321feebdaed',
      properties: { foo: { $ref: '#/$defs/bar' } },
      $defs: { bar: { type: 'string' } },
    },
    [{ foo: 'a' }],
    [{ foo: 1 }],
  ],
  ['$ref siblings', { $ref: '#/$defs/a', maxLength: 2, $defs: { a: { type: 'string' } } }, ['ab'], ['abc', 1]],
  [
    'dynamicRef to dynamicAnchor same',
    { type: 'array', items: { $dynamicRef: '#items' }, $defs: { foo: { $dynamicAnchor: 'items', type: 'string' } } },
    [['a']],
    [[1]],
  ],
  [
    'dynamicRef as anchor',
    { type: 'array', items: { $dynamicRef: '#items' }, $defs: { foo: { $anchor: 'items', type: 'string' } } },
    [['a']],
    [[1]],
  ],
  [
    'dynamicRef outermost wins',
    {
      $id: 'https://test.x/typical/root',
      $ref: 'list',
      $defs: {
        foo: { $dynamicAnchor: 'items', type: 'string' },
        list: {
          $id: 'list',
          type: 'array',
          items: { $dynamicRef: '#items' },
          $defs: { items: { $dynamicAnchor: 'items' } },
        },
      },
    },
    [['a']],
    [[1]],
  ],
  [
    'dynamicRef without matching in list',
    {
      $id: 'https://test.x/nomatch/root',
      $ref: 'list',
      $defs: {
        foo: { $dynamicAnchor: 'items', type: 'string' },
        list: { $id: 'list', type: 'array', items: { $dynamicRef: '#items' }, $defs: { items: { $anchor: 'items' } } },
      },
    },
    [['a'], [1]],
    [],
  ],
  [
    'strict tree',
    {
      $id: 'http://l.x/strict-tree.json',
      $dynamicAnchor: 'node',
      $ref: 'tree.json',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree.json',
          $dynamicAnchor: 'node',
          type: 'object',
          properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
        },
      },
    },
    [{ children: [{ data: 1 }] }],
    [{ children: [{ daat: 1 }] }, { children: [{ data: 1, children: [{ daat: 1 }] }] }],
  ],
  [
    'dynamicRef two roots (generic list of)',
    {
      $id: 'http://g.x/root',
      if: { properties: { kind: { const: 'n' } }, required: ['kind'] },
      then: { $ref: 'nums' },
      else: { $ref: 'strs' },
      $defs: {
        gen: {
          $id: 'gen',
          properties: { list: { items: { $dynamicRef: '#T' } } },
          $defs: { d: { $dynamicAnchor: 'T' } },
        },
        nums: { $id: 'nums', $defs: { t: { $dynamicAnchor: 'T', type: 'number' } }, $ref: 'gen' },
        strs: { $id: 'strs', $defs: { t: { $dynamicAnchor: 'T', type: 'string' } }, $ref: 'gen' },
      },
    },
    [
      { kind: 'n', list: [1] },
      { kind: 's', list: ['a'] },
    ],
    [
      { kind: 'n', list: ['a'] },
      { kind: 's', list: [1] },
    ],
  ],
  ['prefixItems+items', { prefixItems: [{ type: 'integer' }], items: { type: 'string' } }, [[1, 'a']], [[1, 2], ['a']]],
  ['items false', { items: false }, [[]], [[1]]],
  ['propertyNames', { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
  ['const null', { const: null }, [null], [0, false, '']],
  ['type null enum', { enum: [null, 1] }, [null, 1], [0]],
  ['if/then/else', { if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 3 } }, ['ab', 3], ['a', 2]],
  ['oneOf', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]],
  ['not', { not: { type: 'integer' } }, ['a'], [1]],
  [
    'dynamicRef into what one branch of a condition declares',
    {
      if: { required: ['strict'] },
      then: { $id: 'strict', $dynamicAnchor: 'leaf', type: ['object', 'integer'], $ref: 'tree' },
      else: { $id: 'loose', $dynamicAnchor: 'leaf', $ref: 'tree' },
      $defs: { tree: { $id: 'tree', $dynamicAnchor: 'leaf', additionalProperties: { $dynamicRef: '#leaf' } } },
    },
    [{ strict: 1 }, { a: 'text' }, { a: { b: 'text' } }],
    [{ strict: 'text' }, { strict: 1, a: { b: 'text' } }],
  ],
  [
    'dynamicAnchor of a branch counts in its whole resource',
    {
      allOf: [{ $ref: 'list' }, { $defs: { any: { $dynamicAnchor: 'any', type: 'integer' } } }],
      $defs: {
        list: { $id: 'list', items: { $dynamicRef: '#any' }, $defs: { any: { $dynamicAnchor: 'any' } } },
      },
    },
    [[1]],
    [['a']],
  ],
  [
    'recursiveRef of 2019-09 arrives at the outermost that says so',
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $recursiveAnchor: true,
      anyOf: [{ type: 'integer' }, { $ref: '#/$defs/box' }],
      $defs: {
        box: {
          $id: 'box',
          $recursiveAnchor: true,
          type: ['object', 'string'],
          additionalProperties: { $recursiveRef: '#' },
        },
      },
    },
    [1, 'a', { a: 1 }, { a: { b: 1 } }],
    [true, { a: true }],
  ],
  [
    'a relative $id in a folder, within another one',
    {
      items: { $id: 'folder/', items: { $ref: 'text' }, $defs: { text: { $id: 'text', type: 'string' } } },
    },
    [[['a']]],
    [[[1]]],
  ],
  [
    'what an unknown keyword holds is no schema of that name',
    {
      allOf: [{ $ref: 'named' }],
      $defs: { named: { $id: 'named', type: 'string' } },
      notes: { list: [{ $id: 'named', type: 'null' }] },
    },
    ['a'],
    [null],
  ],
  [
    'id and anchors of draft-04',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'http://behaviours.example/old',
      properties: { a: { $ref: 'text' }, b: { $ref: '#whole' }, id: { type: 'boolean' } },
      definitions: { text: { id: 'text', type: 'string' }, whole: { id: '#whole', type: 'integer' } },
    },
    [{ a: 'a', b: 1, id: true }],
    [{ a: 1 }, { b: 'a' }, { id: 'x' }],
  ],
  [
    'an $id beside $ref counts for nothing up to draft-07',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'http://behaviours.example/base/',
      allOf: [{ $id: 'http://behaviours.example/other/', $ref: 'number' }],
      definitions: {
        a: { $id: 'http://behaviours.example/base/number', type: 'number' },
        b: { $id: 'http://behaviours.example/other/number', type: 'string' },
      },
    },
    [1],
    ['a'],
  ],
  [
    'keywords that the dialect does not know yet',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      prefixItems: [{ type: 'string' }],
      dependentRequired: { a: ['b'] },
    },
    [[1], { a: 1 }],
    [],
  ],
  ['boolean false prop', { properties: { a: false } }, [{}], [{ a: 1 }]],
  ['1.0 is integer', { type: 'integer' }, [1], [1.5]],
  ['contentEncoding not asserted', { type: 'string', contentMediaType: 'application/json' }, ['{'], []],
  ['unknown keyword', { type: 'string', foo: 1 }, ['a'], [1]],
  ['$comment ', { $comment: 'x', type: 'string' }, ['a'], [1]],
  [
    '$defs nested ref pointer escape',
    { $ref: '#/$defs/a~1b%25c', $defs: { 'a/b%c': { type: 'integer' } } },
    [1],
    ['a'],
  ],
  [
    'recursive $ref #',
    { $id: 'http://r.x/r', properties: { foo: { $ref: '#' } }, additionalProperties: false },
    [{ foo: { foo: {} } }],
    [{ foo: { bar: 1 } }],
  ],
  [
    'infinite allOf same',
    {
      allOf: [{ properties: { foo: { $ref: '#/$defs/int' } } }, { additionalProperties: { $ref: '#/$defs/int' } }],
      $defs: { int: { type: 'integer' } },
    },
    [{ foo: 1 }],
    [{ foo: 'a' }],
  ],
  [
    'patternProperties+additional',
    { patternProperties: { '^f': { type: 'integer' } }, additionalProperties: false },
    [{ f: 1 }],
    [{ g: 1 }, { f: 'a' }],
  ],
  ['unicode pattern', { pattern: '^\\p{Letter}+$' }, ['é'], ['1']],
  ['ecma \\d ascii', { pattern: '^\\d$' }, ['0'], ['\u07c0']],
  ['maxLength graphemes', { maxLength: 2 }, ['\u{1F4A9}\u{1F4A9}'], ['abc']],
  [
    'uniqueItems 1 true',
    { uniqueItems: true },
    [
      [1, true],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ['multipleOf small', { multipleOf: 0.0001 }, [0.0075], [0.00751]],
  ['multipleOf overflow', { type: 'integer', multipleOf: 0.123456789 }, [], [1e308]],
  ['vocab: draft-07 dialect dependencies', { dependencies: { a: ['b'] } }, [{ a: 1, b: 1 }], [{ a: 1 }]],
  ['enum objects', { enum: [{ a: [1] }] }, [{ a: [1] }], [{ a: [1, 2] }]],
  ['const {a:false} vs 0', { const: { a: false } }, [{ a: false }], [{ a: 0 }]],
  ['minProperties', { minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 1, c: 1 }]],
  ['required __proto__', { required: ['__proto__', 'toString', 'constructor'] }, [], [{}]],
  [
    'properties __proto__',
    {
      properties: JSON.parse(
        '{"__proto__":{"type":"number"},"toString":{"properties":{"length":{"type":"string"}}},"constructor":{"type":"number"}}',
      ),
    },
    [{}, JSON.parse('{"__proto__":12}')],
    [JSON.parse('{"__proto__":"foo"}'), { constructor: { length: 37 } }],
  ],
  ['format asserted?', { type: 'string', format: 'date-time' }, ['2020-01-01T00:00:00Z'], ['x']],
  [
    '$schema draft-07 tuple',
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'integer' }], additionalItems: false },
    [[1]],
    [['a'], [1, 2]],
  ],
  [
    '$schema draft4 exclusiveMinimum',
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 3, exclusiveMinimum: true },
    [4],
    [3],
  ],
  [
    '$schema 2019 recursiveRef',
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $recursiveAnchor: true,
      properties: { foo: { $recursiveRef: '#' } },
      additionalProperties: false,
    },
    [{ foo: {} }],
    [{ foo: { bar: 1 } }],
  ],
  ['$schema unknown dialect', { $schema: 'http://nope.x/', type: 'string' }, ['a'], []],
];

// biome-ignore-end lint/suspicious/noThenProperty: the end of the schemas.

const HOW = ['at its place', 'through a reference'] as const;

/** A document with the schema as the body of its only operation. */
function apiWith(schema: JsonSchema, how: (typeof HOW)[number]): { readonly api: Api; readonly body: Schema } {
  const identified = { $id: 'http://behaviours.example/root', ...schema };
  const inPlace = how === 'at its place';
  const api = parseApi({
    name: 'api.json',
    text: stringifyJson({
      openapi: '3.1.0',
      info: { title: 'behaviours', version: '1' },
      paths: {
        '/t': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: inPlace ? identified : { $ref: '#/components/schemas/S' } } },
            },
            responses: { 200: { description: '' } },
          },
        },
      },
      components: { schemas: inPlace ? {} : { S: identified } },
    }),
  });
  return { api, body: api.operations[0]?.body?.content[0]?.schema ?? true };
}

describe.each(HOW)('a schema %s', (how) => {
  test.each(CASES)('%s', (_, schema, valid, invalid) => {
    const { api, body } = apiWith(schema, how);
    const validator = createValidator({ api });
    const accepted = (value: Json): readonly boolean[] => [
      validator.accepts(body, value, 'request'),
      validator.value(body, value, 'request').length === 0,
    ];
    for (const value of valid) expect([value, ...accepted(value)]).toEqual([value, true, true]);
    for (const value of invalid) expect([value, ...accepted(value)]).toEqual([value, false, false]);

    const made = createGenerator({ api, accepts: validator.accepts }).value(body, { seed: 1, at: 'x' });
    if (valid.length > 0) expect(made).toMatchObject({ ok: true });
    if (made.ok) expect(validator.accepts(body, made.value, 'request')).toBe(true);
  });
});

test('schemas that demand the one below twice, forty levels deep, are judged and drawn all the same', () => {
  const defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => [
      `L${level}`,
      level === 0
        ? { type: 'string' }
        : { allOf: [{ $ref: `#/$defs/L${level - 1}` }, { $ref: `#/$defs/L${level - 1}` }] },
    ]),
  );
  const { api, body } = apiWith({ $ref: '#/$defs/L39', $defs: defs }, 'at its place');
  const validator = createValidator({ api });
  expect([validator.accepts(body, 'a', 'request'), validator.accepts(body, 1, 'request')]).toEqual([true, false]);
  const made = createGenerator({ api, accepts: validator.accepts }).value(body, { seed: 1, at: 'x' });
  expect(made).toMatchObject({ ok: true });
});

test('what a chain of forty links evaluates, each of two forms, is asked of no link more than once', () => {
  const link = { type: 'object', properties: { next: { $ref: '#/$defs/chain' } }, required: ['next'] };
  const last = { type: 'object', properties: { end: { type: 'boolean' } }, required: ['end'] };
  const chain = { anyOf: [{ $ref: '#/$defs/link' }, { $ref: '#/$defs/last' }], unevaluatedProperties: false };
  const { api, body } = apiWith({ $ref: '#/$defs/chain', $defs: { link, last, chain } }, 'at its place');
  const validator = createValidator({ api });
  const chained = (end: Json): Json => Array.from({ length: 40 }).reduce<Json>((next) => ({ next }), end);
  expect(validator.accepts(body, chained({ end: true }), 'request')).toBe(true);
  expect(validator.accepts(body, chained({ end: true, more: 1 }), 'request')).toBe(false);
});

test('a reference to what a 3.2 document calls itself stays inside it', () => {
  const schema = { $ref: 'https://things.example/api#/components/schemas/X' };
  const content = { 'application/json': { schema } };
  const api = parseApi({
    name: 'api.json',
    text: stringifyJson({
      openapi: '3.2.0',
      $self: 'https://things.example/api',
      info: { title: 'things', version: '1' },
      paths: { '/x': { get: { responses: { 200: { content } } } } },
      components: { schemas: { X: { type: 'integer' } } },
    }),
  });
  const shown = api.operations[0]?.responses[0]?.content[0]?.schema ?? true;
  expect(api.deref(shown)).toMatchObject({ type: 'integer' });
});
