import type { Schema } from '../../src/spec/index.ts';

/** Schemas that are hard to satisfy, by what makes them so. */
export const DIFFICULT: Readonly<Record<string, Schema>> = {
  'the schema true': true,
  'an empty schema': {},
  'several types': { type: ['string', 'null', 'integer'] },
  'an enum of mixed types': { enum: [1, 'two', null, { three: 3 }] },
  'an enum narrowed by a type': { enum: [1, 'two', null], type: 'string' },
  'an enum narrowed by a bound': { type: 'integer', enum: [1, 5, 50], minimum: 10 },
  'a constant object': { const: { a: [1, { b: null }] } },
  'the constant null': { const: null },
  'a constant narrowed by nothing': { type: 'integer', const: 7 },
  'bounds that leave one integer': { type: 'integer', minimum: 7, maximum: 7 },
  'exclusive bounds that leave one integer': { type: 'integer', exclusiveMinimum: 7, exclusiveMaximum: 9 },
  'bounds between two cents': { type: 'number', exclusiveMinimum: 1.001, exclusiveMaximum: 1.002 },
  'negative bounds': { type: 'number', minimum: -5.5, maximum: -5.25 },
  cents: { type: 'number', multipleOf: 0.01, minimum: 19.9, maximum: 20 },
  'a tiny step': { type: 'number', multipleOf: 0.0000001, minimum: 1, maximum: 2 },
  'an integer that is a multiple of a fraction': { type: 'integer', multipleOf: 1.5 },
  'an integer between bounds that is a multiple of a fraction': {
    type: 'integer',
    multipleOf: 1.5,
    minimum: 2,
    maximum: 4,
  },
  'bounds closer than a millionth': { type: 'number', minimum: 0.12345678901, maximum: 0.12345678902 },
  'two steps at once': { allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], type: 'integer', minimum: 13 },
  'integers beyond 2^53': {
    type: 'integer',
    format: 'int64',
    minimum: 9007199254740993n,
    maximum: 9223372036854775807n,
  },
  'the last int64': { type: 'integer', minimum: 9223372036854775807n, maximum: 9223372036854775807n },
  'int32 near its end': { type: 'integer', format: 'int32', minimum: 2147483640 },
  'one character': { type: 'string', minLength: 1, maxLength: 1 },
  'the empty text': { type: 'string', maxLength: 0 },
  'a long text': { type: 'string', minLength: 5000, maxLength: 5000 },
  'a pattern with a length': { type: 'string', pattern: '^[a-z]+$', minLength: 20, maxLength: 22 },
  'a pattern found anywhere': { type: 'string', pattern: 'foo', minLength: 12 },
  'a password pattern': { type: 'string', pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[#$!]).{8,20}$' },
  'a pattern with a negative lookahead': { type: 'string', pattern: '^(?!admin)[a-z]{5}$' },
  'a pattern with a lookbehind': { type: 'string', pattern: '(?<=\\$)\\d+' },
  'a pattern with a back reference': { type: 'string', pattern: '^(\\w)(\\w)\\2\\1$' },
  'a pattern with a named group': { type: 'string', pattern: '^(?<q>["\'])[a-z]+\\k<q>$' },
  'a pattern with Unicode properties': { type: 'string', pattern: '^\\p{Lu}\\p{Ll}{2,5}$' },
  'a number whose format is whole': { type: 'number', format: 'int32' },
  'a pattern that is not valid with u': { type: 'string', pattern: '^\\d{3}\\-[\\w-.]+$' },
  'a pattern with nested repetition': { type: 'string', pattern: '^(a+)+$' },
  'a pattern of alternatives of different length': {
    type: 'string',
    pattern: '^(a|bb|ccc)*$',
    minLength: 7,
    maxLength: 7,
  },
  'two patterns at once': { type: 'string', allOf: [{ pattern: '^[A-Z]' }, { pattern: '\\d$' }] },
  'a format with a length': { type: 'string', format: 'email', maxLength: 30 },
  'a format with a pattern': { type: 'string', format: 'uri', pattern: '^https://' },
  'a base64 text of fixed length': { type: 'string', format: 'byte', minLength: 17, maxLength: 20 },
  'an unknown format': { type: 'string', format: 'unheard-of', maxLength: 5 },
  'a tuple that is closed': {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
    items: false,
    minItems: 2,
  },
  'a tuple with a rest': { type: 'array', prefixItems: [{ const: 1 }], items: { type: 'boolean' }, minItems: 3 },
  'items that contain': { type: 'array', items: { type: 'integer' }, contains: { minimum: 500 }, minContains: 2 },
  'items that contain at most': {
    type: 'array',
    items: { type: 'integer' },
    contains: { minimum: 10 },
    maxContains: 1,
    minItems: 4,
  },
  'all members of an enum, once': { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 3 },
  'all integers of a range, once': {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 40 },
    uniqueItems: true,
    minItems: 40,
  },
  'both booleans': { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 2 },
  'ten digits, each once': {
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 9 },
    uniqueItems: true,
    minItems: 10,
  },
  'different objects': {
    type: 'array',
    items: { type: 'object', properties: { a: { enum: [1, 2, 3] } } },
    uniqueItems: true,
    minItems: 3,
  },
  'unevaluated items': {
    type: 'array',
    prefixItems: [{ type: 'string' }],
    unevaluatedItems: { type: 'integer' },
    minItems: 3,
  },
  'a closed object': {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  },
  'a required name that no property describes': { type: 'object', required: ['anything'] },
  'a map': { type: 'object', additionalProperties: { type: 'integer', minimum: 3 } },
  'a map with a least size': { type: 'object', additionalProperties: { type: 'string' }, minProperties: 4 },
  'a map with patterned names': {
    type: 'object',
    propertyNames: { pattern: '^[A-Z]{3}$' },
    additionalProperties: { type: 'number' },
    minProperties: 2,
  },
  'patterned properties': {
    type: 'object',
    patternProperties: { '^x-[a-z]+$': { type: 'boolean' } },
    additionalProperties: false,
    minProperties: 2,
  },
  'at most one of three properties': { type: 'object', properties: { a: {}, b: {}, c: {} }, maxProperties: 1 },
  'dependent names': {
    type: 'object',
    properties: { card: { type: 'string' }, cvc: { type: 'string' } },
    dependentRequired: { card: ['cvc', 'expiry'] },
  },
  'a dependent schema': {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    dependentSchemas: { a: { properties: { b: { minimum: 1000 } }, required: ['b'] } },
  },
  'unevaluated properties through allOf': {
    allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }],
    properties: { b: { type: 'integer' } },
    unevaluatedProperties: false,
    type: 'object',
  },
  'allOf with overlapping properties': {
    allOf: [{ properties: { n: { minimum: 5 } } }, { properties: { n: { maximum: 6 } } }],
    properties: { n: { type: 'integer' } },
    required: ['n'],
  },
  'allOf of closed objects': {
    allOf: [
      { type: 'object', properties: { a: {}, b: {} }, additionalProperties: false },
      { type: 'object', properties: { a: { type: 'integer' }, c: {} }, additionalProperties: false },
    ],
  },
  'oneOf with overlapping branches': { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 10 }] },
  'oneOf of objects that include each other': {
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
    ],
  },
  'oneOf of objects without required names': {
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', properties: { b: { type: 'integer' } } },
    ],
  },
  'oneOf by required alone': {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  'anyOf by required alone': {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  'anyOf with siblings': { type: 'string', anyOf: [{ minLength: 10 }, { maxLength: 2 }], pattern: '^[a-z]*$' },
  'nested oneOf': {
    oneOf: [
      {
        oneOf: [
          { type: 'string', maxLength: 3 },
          { type: 'string', minLength: 8 },
        ],
      },
      { type: 'boolean' },
    ],
  },
  'not a type': { not: { type: ['string', 'object', 'array', 'null'] } },
  'not a value': { type: 'integer', minimum: 1, maximum: 2, not: { const: 1 } },
  'not an enum': { type: 'string', enum: ['a', 'b', 'c'], not: { enum: ['a', 'b'] } },
  'not a range': { type: 'integer', not: { minimum: 10 } },
  'not a required name': { type: 'object', properties: { a: { type: 'string' } }, not: { required: ['a'] } },
  'not both': {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    not: { required: ['a', 'b'] },
    required: ['a'],
  },
  'not not': { not: { not: { type: 'boolean' } } },
  'not a pattern': { type: 'string', not: { pattern: '^[a-z]' } },
  'not any of': { type: 'integer', not: { anyOf: [{ maximum: 3 }, { minimum: 6 }] } },
  'if then else': {
    type: 'object',
    properties: { country: { enum: ['US', 'CA'] }, code: { type: 'string' } },
    required: ['country', 'code'],
    if: { properties: { country: { const: 'US' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, never awaited.
    then: { properties: { code: { pattern: '^\\d{5}$' } } },
    else: { properties: { code: { pattern: '^[A-Z]\\d[A-Z] \\d[A-Z]\\d$' } } },
  },
  'if without then': { type: 'integer', if: { minimum: 100 }, else: { maximum: 10 } },
  'a long chain of allOf': chain(200),
  'a large enum': { type: 'integer', enum: Array.from({ length: 20_000 }, (_, i) => i) },
  'a large oneOf': { oneOf: Array.from({ length: 500 }, (_, i) => ({ const: i })) },
  'a reference with a sibling': { $ref: '#/components/schemas/Name', maxLength: 6 },
  'a tree': { $ref: '#/components/schemas/Tree' },
  'a linked list that may end with null': { $ref: '#/components/schemas/Linked' },
  'a circle through anyOf': { $ref: '#/components/schemas/Expression' },
  'a circle through a map': { $ref: '#/components/schemas/Folder' },
  'two schemas that hold each other': { $ref: '#/components/schemas/Author' },
  'a discriminator with a mapping': { $ref: '#/components/schemas/Vehicle' },
  'a child of a discriminated base': { $ref: '#/components/schemas/Lorry' },
  'an exponential fan-out that is optional': { $ref: '#/components/schemas/Fan0' },
  'a property called __proto__': {
    type: 'object',
    properties: JSON.parse('{"__proto__":{"type":"integer"},"constructor":{"type":"string"}}'),
    required: ['__proto__', 'constructor'],
  },
};

/** Schemas that nothing finite fits, with a word that the reason must hold. */
export const IMPOSSIBLE: Readonly<Record<string, readonly [Schema, RegExp]>> = {
  'the schema false': [false, /false/],
  'bounds the wrong way round': [{ type: 'integer', minimum: 5, maximum: 4 }, /minimum/],
  'no integer between the bounds': [{ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }, /minimum/],
  'lengths the wrong way round': [{ type: 'string', minLength: 5, maxLength: 4 }, /minLength/],
  'two types at once': [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, /type/],
  'a constant outside the enum': [{ const: 1, enum: [2] }, /enum|const/],
  'a billion items': [{ type: 'array', items: {}, minItems: 1_000_000_000 }, /minItems/],
  'a billion characters': [{ type: 'string', minLength: 1_000_000_000 }, /minLength/],
  'a billion properties': [{ type: 'object', minProperties: 1_000_000_000 }, /minProperties/],
  'more different items than there are': [
    { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
    /uniqueItems/,
  ],
  'a required circle': [{ $ref: '#/components/schemas/Endless' }, /no finite value/],
  'a required circle through items': [{ $ref: '#/components/schemas/EndlessList' }, /no finite value/],
  'a required property that nothing fits': [
    { type: 'object', properties: { a: false }, required: ['a'] },
    /required|finite/,
  ],
  'a closed object that lacks what it requires': [
    { type: 'object', properties: { a: {} }, required: ['b'], additionalProperties: false },
    /required|finite/,
  ],
  'a closed object with too many properties': [
    { type: 'object', properties: { a: {} }, minProperties: 2, additionalProperties: false },
    /minProperties/,
  ],
  'everything and its opposite': [{ type: 'string', not: { type: 'string' } }, /type|not/],
  'a pattern and a length that exclude each other': [
    { type: 'string', pattern: '^[a-z]{3}$', minLength: 5 },
    /pattern/,
  ],
};

/** Schemas that the table refers to. */
export const NAMED: Readonly<Record<string, Schema>> = {
  Name: { type: 'string', minLength: 2 },
  Tree: {
    type: 'object',
    properties: {
      value: { type: 'integer' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
    required: ['value', 'children'],
  },
  Linked: {
    type: ['object', 'null'],
    properties: { next: { $ref: '#/components/schemas/Linked' } },
    required: ['next'],
  },
  Expression: {
    anyOf: [
      {
        type: 'object',
        properties: {
          left: { $ref: '#/components/schemas/Expression' },
          right: { $ref: '#/components/schemas/Expression' },
        },
        required: ['left', 'right'],
      },
      { type: 'integer' },
    ],
  },
  Folder: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Folder' } },
  Author: {
    type: 'object',
    properties: { name: { type: 'string' }, book: { $ref: '#/components/schemas/Book' } },
    required: ['name'],
  },
  Book: { type: 'object', properties: { author: { $ref: '#/components/schemas/Author' } }, required: ['author'] },
  Endless: { type: 'object', properties: { next: { $ref: '#/components/schemas/Endless' } }, required: ['next'] },
  EndlessList: { type: 'array', items: { $ref: '#/components/schemas/EndlessList' }, minItems: 1 },
  Vehicle: {
    oneOf: [{ $ref: '#/components/schemas/Car' }, { $ref: '#/components/schemas/Bike' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { auto: '#/components/schemas/Car', velo: '#/components/schemas/Bike' },
    },
  },
  Car: {
    type: 'object',
    properties: { kind: { type: 'string' }, doors: { type: 'integer' } },
    required: ['kind', 'doors'],
  },
  Bike: {
    type: 'object',
    properties: { kind: { type: 'string' }, bell: { type: 'boolean' } },
    required: ['kind', 'bell'],
  },
  Base: {
    type: 'object',
    properties: { type: { type: 'string' } },
    required: ['type'],
    discriminator: { propertyName: 'type' },
  },
  Lorry: {
    allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { load: { type: 'number' } } }],
  },
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `Fan${i}`,
      {
        type: 'object',
        properties: {
          a: { $ref: `#/components/schemas/Fan${i + 1}` },
          b: { $ref: `#/components/schemas/Fan${i + 1}` },
        },
      } satisfies Schema,
    ]),
  ),
  Fan40: { type: 'string' },
};

function chain(length: number): Schema {
  let schema: Schema = { type: 'string', minLength: 3 };
  for (let i = 0; i < length; i++) schema = { allOf: [schema] };
  return schema;
}
