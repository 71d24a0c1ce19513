import type { LabelledPair } from './message-pairs.ts';
import { answers, bodies, named, object, type Parts, pair, refTo, text, whole } from './pair-parts.ts';

const BOXES_HAVE_A_SIZE = {
  if: { properties: { kind: { const: 'box' } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['size'] },
};
const list = (items: object, rest: object = {}): object => ({ type: 'array', items, ...rest });
const tagged = (tag: string, more: object = {}): object =>
  object({ kind: { const: tag }, ...more }, { required: ['kind'] });
const in30 = (parts: Parts): Parts => ({ ...parts, root: { ...parts.root, openapi: '3.0.3' } });
const pets = {
  Cat: object({ kind: text, lives: whole }, { required: ['kind'] }),
  Dog: object({ kind: text, bark: text }, { required: ['kind'] }),
};
const petUnion = (...names: readonly string[]): object => ({ oneOf: names.map(refTo) });
const dispatched = (discriminator: object | undefined, ...names: readonly string[]): object => ({
  ...petUnion(...names),
  ...(discriminator === undefined ? {} : { discriminator }),
});
const byKind = { propertyName: 'kind' };
const mapped = (mapping: Record<string, string>): object => ({
  propertyName: 'kind',
  mapping: Object.fromEntries(Object.entries(mapping).map(([tag, name]) => [tag, `#/components/schemas/${name}`])),
});

/** Changes of schemas, judged by the values that fit before and after. */
export const SCHEMA_PAIRS: readonly LabelledPair[] = [
  // Lists.
  pair(
    'body: a place of a tuple narrows',
    bodies({ type: 'array', prefixItems: [text, whole] }, { type: 'array', prefixItems: [text, { type: 'boolean' }] }),
    'breaking',
    'request.type',
  ),
  pair(
    'body: the first place of a tuple says what items said',
    bodies(list(text), { type: 'array', prefixItems: [text], items: text }),
    'safe',
  ),
  pair(
    'body: a place of a tuple is dropped',
    bodies({ type: 'array', prefixItems: [text, whole] }, { type: 'array', prefixItems: [text] }),
    'safe',
  ),
  pair(
    'answer: a place of a tuple is dropped',
    answers({ type: 'array', prefixItems: [text, whole] }, { type: 'array', prefixItems: [text] }),
    'breaking',
  ),
  pair('body: contains is stated', bodies(list(text), list(text, { contains: { const: 'x' } })), 'breaking'),
  pair('body: contains is dropped', bodies(list(text, { contains: { const: 'x' } }), list(text)), 'safe'),
  pair(
    'body: minContains rises',
    bodies(
      list(text, { contains: { const: 'x' }, minContains: 1 }),
      list(text, { contains: { const: 'x' }, minContains: 2 }),
    ),
    'breaking',
  ),
  pair(
    'body: a list of lists narrows inside',
    bodies(list(list(whole)), list(list({ type: 'integer', maximum: 9 }))),
    'breaking',
    'request.range',
  ),
  pair('body: items become free', bodies(list(text), { type: 'array' }), 'safe'),
  pair('answer: items become free', answers(list(text), { type: 'array' }), 'breaking', 'response.type'),
  pair(
    'answer: uniqueItems is dropped',
    answers(list(text, { uniqueItems: true }), list(text)),
    'breaking',
    'response.unique-items',
  ),
  pair(
    'answer: maxItems rises',
    answers(list(text, { maxItems: 3 }), list(text, { maxItems: 5 })),
    'breaking',
    'response.array-size',
  ),
  pair('body: a list becomes its item', bodies(list(text), text), 'breaking', 'request.type'),

  // Objects.
  pair(
    'body: propertyNames is stated',
    bodies(
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: text, propertyNames: { maxLength: 3 } },
    ),
    'breaking',
    'request.property-names',
  ),
  pair(
    'body: propertyNames allows more',
    bodies(
      { type: 'object', additionalProperties: text, propertyNames: { maxLength: 3 } },
      { type: 'object', additionalProperties: text, propertyNames: { maxLength: 9 } },
    ),
    'safe',
  ),
  pair(
    'body: what patternProperties holds narrows',
    bodies(
      { type: 'object', patternProperties: { '^x-': text } },
      { type: 'object', patternProperties: { '^x-': { type: 'string', maxLength: 4 } } },
    ),
    'breaking',
    'request.max-length',
  ),
  pair(
    'body: dependentSchemas is stated',
    bodies(
      object({ card: text, address: text }),
      object({ card: text, address: text }, { dependentSchemas: { card: { required: ['address'] } } }),
    ),
    'breaking',
  ),
  pair(
    'body: dependentRequired is dropped',
    bodies(
      object({ card: text, address: text }, { dependentRequired: { card: ['address'] } }),
      object({ card: text, address: text }),
    ),
    'safe',
  ),
  pair(
    'body: a condition is stated',
    bodies(object({ kind: text, size: whole }), object({ kind: text, size: whole }, BOXES_HAVE_A_SIZE)),
    'breaking',
  ),
  pair(
    'body: a condition is dropped',
    bodies(object({ kind: text, size: whole }, BOXES_HAVE_A_SIZE), object({ kind: text, size: whole })),
    'safe',
  ),
  pair(
    'body: values of a map become free',
    bodies({ type: 'object', additionalProperties: text }, { type: 'object', additionalProperties: true }),
    'safe',
  ),
  pair(
    'body: values of a free map get a type',
    bodies({ type: 'object', additionalProperties: true }, { type: 'object', additionalProperties: text }),
    'breaking',
    'request.type',
  ),
  pair(
    'body: a closed object takes a map of texts',
    bodies(object({ a: text }, { additionalProperties: false }), object({ a: text }, { additionalProperties: text })),
    'safe',
  ),
  pair(
    'body: minProperties is stated',
    bodies(object({ a: text, b: text }), object({ a: text, b: text }, { minProperties: 1 })),
    'breaking',
    'request.object-size',
  ),
  pair(
    'answer: minProperties is dropped',
    answers(object({ a: text }, { minProperties: 1 }), object({ a: text })),
    'breaking',
    'response.object-size',
  ),
  pair(
    'answer: a closed object opens',
    answers(object({ a: text }, { additionalProperties: false }), object({ a: text })),
    'breaking',
    'response.additional',
  ),
  pair(
    'answer: an open object closes',
    answers(object({ a: text }), object({ a: text }, { additionalProperties: false })),
    'safe',
  ),
  pair(
    'answer: values of a map narrow',
    answers(
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: { type: 'string', maxLength: 9 } },
    ),
    'safe',
  ),
  pair(
    'answer: a required property inside items is deleted',
    answers(
      list(object({ a: text, b: text }, { required: ['a', 'b'] })),
      list(object({ a: text }, { required: ['a'] })),
    ),
    'breaking',
    'response.property-lost',
  ),
  pair(
    'answer: an optional property inside items is deleted',
    answers(list(object({ a: text, b: text })), list(object({ a: text }))),
    'risky',
    'response.property-removed',
  ),
  pair(
    'body: a property of a closed object is deleted',
    bodies(
      object({ a: text, b: text }, { additionalProperties: false }),
      object({ a: text }, { additionalProperties: false }),
    ),
    'breaking',
    'request.additional',
  ),
  pair(
    'body: a read-only property may be written',
    bodies(object({ id: { type: 'string', readOnly: true } }), object({ id: text })),
    'safe',
  ),
  pair(
    'body: a required property becomes read-only',
    bodies(
      object({ id: text }, { required: ['id'] }),
      object({ id: { type: 'string', readOnly: true } }, { required: ['id'] }),
    ),
    'risky',
    'request.read-only',
  ),
  pair(
    'body: the type of a read-only property changes',
    bodies(object({ id: { type: 'string', readOnly: true } }), object({ id: { type: 'integer', readOnly: true } })),
    'safe',
  ),
  pair(
    'answer: the type of a write-only property changes',
    answers(
      object({ pin: { type: 'string', writeOnly: true } }),
      object({ pin: { type: 'integer', writeOnly: true } }),
    ),
    'safe',
  ),
  pair(
    'answer: a read-only mark goes',
    answers(object({ id: { type: 'string', readOnly: true } }), object({ id: text })),
    'safe',
  ),
  pair(
    'answer: a property is no longer write-only',
    answers(object({ pin: { type: 'string', writeOnly: true } }), object({ pin: text })),
    'safe',
  ),

  // Values.
  pair('body: const changes', bodies({ const: 'a' }, { const: 'b' }), 'breaking'),
  pair('body: const is dropped', bodies({ type: 'string', const: 'a' }, text), 'safe'),
  pair('body: const becomes an enum that has it', bodies({ const: 'a' }, { enum: ['a', 'b'] }), 'safe'),
  pair('body: an enum is dropped', bodies({ type: 'string', enum: ['a', 'b'] }, text), 'safe'),
  pair('answer: an enum is dropped', answers({ type: 'string', enum: ['a', 'b'] }, text), 'breaking', 'response.enum'),
  pair('answer: an enum is stated', answers(text, { type: 'string', enum: ['a', 'b'] }), 'safe'),
  pair('answer: const changes', answers({ const: 'a' }, { const: 'b' }), 'breaking'),
  pair(
    'answer: an enum inside a list gains a value',
    answers(list({ enum: ['a'] }), list({ enum: ['a', 'b'] })),
    'breaking',
    'response.enum',
  ),
  pair('body: an enum of numbers loses one', bodies({ enum: [1, 2, 3] }, { enum: [1, 2] }), 'breaking', 'request.enum'),
  pair('body: 1 is written as 1.0', bodies({ enum: [1, 2] }, { enum: [1.0, 2] }), 'safe'),
  pair(
    'body: a bound that no listed value breaks',
    bodies({ type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'], maxLength: 5 }),
    'safe',
  ),
  pair(
    'body: a listed value breaks the pattern',
    bodies({ type: 'string', enum: ['a', 'B'] }, { type: 'string', enum: ['a', 'B'], pattern: '^[a-z]$' }),
    'breaking',
  ),
  pair(
    'body: minimum is written as 0',
    bodies({ type: 'integer', exclusiveMinimum: -1 }, { type: 'integer', minimum: 0 }),
    'safe',
  ),
  pair(
    'body: multipleOf changes',
    bodies({ type: 'integer', multipleOf: 2 }, { type: 'integer', multipleOf: 3 }),
    'breaking',
    'request.multiple-of',
  ),
  pair(
    'body: exclusiveMaximum is dropped',
    bodies({ type: 'number', exclusiveMaximum: 5 }, { type: 'number' }),
    'safe',
  ),
  pair(
    'body: a bound becomes exclusive',
    bodies({ type: 'number', maximum: 5 }, { type: 'number', exclusiveMaximum: 5 }),
    'breaking',
    'request.range',
  ),
  pair('answer: minimum is dropped', answers({ type: 'integer', minimum: 0 }, whole), 'breaking', 'response.range'),
  pair('answer: minimum is stated', answers(whole, { type: 'integer', minimum: 0 }), 'safe'),
  pair(
    'answer: multipleOf is dropped',
    answers({ type: 'integer', multipleOf: 5 }, whole),
    'breaking',
    'response.multiple-of',
  ),
  pair(
    'answer: int32 becomes int64',
    answers({ type: 'integer', format: 'int32' }, { type: 'integer', format: 'int64' }),
    'breaking',
  ),
  pair(
    'answer: a pattern changes',
    answers({ type: 'string', pattern: '^[a-z]+$' }, { type: 'string', pattern: '^[0-9]+$' }),
    'breaking',
    'response.pattern',
  ),
  pair(
    'body: a bound is written as the format of a 32-bit integer',
    bodies({ type: 'integer', minimum: -2147483648, maximum: 2147483647 }, { type: 'integer', format: 'int32' }),
    'safe',
  ),

  // Formats.
  pair(
    'body: date-time becomes date',
    bodies({ type: 'string', format: 'date-time' }, { type: 'string', format: 'date' }),
    'breaking',
    'request.format',
  ),
  pair('body: a format is dropped', bodies({ type: 'string', format: 'date' }, text), 'safe'),
  pair(
    'answer: a format is dropped',
    answers({ type: 'string', format: 'date-time' }, text),
    'breaking',
    'response.format',
  ),
  pair('answer: a format is stated', answers(text, { type: 'string', format: 'date-time' }), 'safe'),
  pair(
    'body: a format that is not asserted becomes another',
    bodies({ type: 'string', format: 'colour' }, { type: 'string', format: 'shade' }),
    'risky',
    'request.format-unasserted',
  ),
  pair(
    'body: a format that is not asserted is stated',
    bodies(text, { type: 'string', format: 'colour' }),
    'risky',
    'request.format-unasserted',
  ),
  pair('body: a format that is not asserted is dropped', bodies({ type: 'string', format: 'colour' }, text), 'safe'),
  pair(
    'answer: a format that is not asserted becomes another',
    answers({ type: 'string', format: 'colour' }, { type: 'string', format: 'shade' }),
    'risky',
    'response.format-unasserted',
  ),
  pair('answer: a format that is not asserted is stated', answers(text, { type: 'string', format: 'colour' }), 'safe'),
  pair(
    'body: contentMediaType changes',
    bodies(
      object({ a: { type: 'string', contentMediaType: 'image/png' } }),
      object({ a: { type: 'string', contentMediaType: 'image/jpeg' } }),
    ),
    'breaking',
    'request.content',
  ),
  pair(
    'answer: contentEncoding changes',
    answers(
      object({ a: { type: 'string', contentEncoding: 'base64' } }),
      object({ a: { type: 'string', contentEncoding: 'base64url' } }),
    ),
    'breaking',
    'response.content',
  ),
  pair(
    'body: what a text of JSON holds narrows',
    bodies(
      object({ a: { type: 'string', contentMediaType: 'application/json', contentSchema: whole } }),
      object({
        a: { type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'integer', maximum: 5 } },
      }),
    ),
    'breaking',
  ),

  // Alternatives.
  pair(
    'body: oneOf becomes anyOf',
    bodies({ oneOf: [tagged('a'), tagged('b')] }, { anyOf: [tagged('a'), tagged('b')] }),
    'safe',
  ),
  pair(
    'body: anyOf of branches that overlap becomes oneOf',
    bodies(
      {
        anyOf: [
          { type: 'string', maxLength: 5 },
          { type: 'string', minLength: 3 },
        ],
      },
      {
        oneOf: [
          { type: 'string', maxLength: 5 },
          { type: 'string', minLength: 3 },
        ],
      },
    ),
    'breaking',
  ),
  pair(
    'answer: anyOf of branches that never overlap becomes oneOf',
    answers({ anyOf: [tagged('a'), tagged('b')] }, { oneOf: [tagged('a'), tagged('b')] }),
    'safe',
  ),
  pair(
    'body: a branch that no value tells apart is removed',
    bodies({ anyOf: [object({ a: text }), object({ b: text })] }, { anyOf: [object({ a: text })] }),
    'risky',
    'request.branch-removed',
  ),
  pair(
    'answer: a branch that no value tells apart is added',
    answers({ anyOf: [object({ a: text })] }, { anyOf: [object({ a: text }), object({ b: text })] }),
    'risky',
    'response.branch-added',
  ),
  pair(
    'answer: a oneOf branch is removed',
    answers({ oneOf: [tagged('a'), tagged('b')] }, { oneOf: [tagged('a')] }),
    'safe',
  ),
  pair(
    'answer: an anyOf branch of another type is added',
    answers({ anyOf: [text] }, { anyOf: [text, whole] }),
    'breaking',
    'response.type',
  ),
  pair('body: the branches stand in another order', bodies({ oneOf: [text, whole] }, { oneOf: [whole, text] }), 'safe'),
  pair(
    'body: a schema is wrapped in oneOf beside another type',
    bodies(object({ a: text }), { oneOf: [object({ a: text }), text] }),
    'safe',
  ),
  pair(
    'answer: a schema is wrapped in oneOf beside another type',
    answers(object({ a: text }), { oneOf: [object({ a: text }), text] }),
    'breaking',
    'response.type',
  ),
  pair(
    'body: a property of one branch becomes required',
    bodies(
      { oneOf: [tagged('a', { x: text }), tagged('b', { y: text })] },
      { oneOf: [tagged('a', { x: text }), object({ kind: { const: 'b' }, y: text }, { required: ['kind', 'y'] })] },
    ),
    'breaking',
    'request.required',
  ),
  pair(
    'answer: a property of one branch is lost',
    answers(
      { oneOf: [tagged('a', { x: text }), object({ kind: { const: 'b' }, y: text }, { required: ['kind', 'y'] })] },
      { oneOf: [tagged('a', { x: text }), tagged('b')] },
    ),
    'breaking',
  ),
  pair(
    'body: an enum of a branch loses a value',
    bodies(
      { anyOf: [object({ size: { enum: ['s', 'm'] } }, { required: ['size'] }), text] },
      { anyOf: [object({ size: { enum: ['s'] } }, { required: ['size'] }), text] },
    ),
    'breaking',
    'request.enum',
  ),
  pair('body: not is dropped', bodies({ type: 'string', not: { const: 'root' } }, text), 'safe'),
  pair(
    'body: not excludes more',
    bodies({ type: 'string', not: { enum: ['a'] } }, { type: 'string', not: { enum: ['a', 'b'] } }),
    'breaking',
  ),
  pair(
    'body: an allOf part is dropped',
    bodies({ allOf: [object({ a: text }), { required: ['a'] }] }, { allOf: [object({ a: text })] }),
    'safe',
  ),
  pair(
    'answer: an allOf part is added',
    answers({ allOf: [object({ a: text })] }, { allOf: [object({ a: text }), { required: ['a'] }] }),
    'safe',
  ),
  pair(
    'body: an allOf part of a property narrows',
    bodies(object({ a: { allOf: [text, { maxLength: 9 }] } }), object({ a: { allOf: [text, { maxLength: 4 }] } })),
    'breaking',
    'request.max-length',
  ),

  // Discriminators.
  pair(
    'body: a discriminator is stated',
    [named(pets, { body: dispatched(undefined, 'Cat') }), named(pets, { body: dispatched(byKind, 'Cat') })],
    'safe',
  ),
  pair(
    'body: a mapping writes out the names of the schemas',
    [
      named(pets, { body: dispatched(byKind, 'Cat', 'Dog') }),
      named(pets, { body: dispatched(mapped({ Cat: 'Cat', Dog: 'Dog' }), 'Cat', 'Dog') }),
    ],
    'safe',
  ),
  pair(
    'body: a tag is added to the mapping',
    [
      named(pets, { body: dispatched(mapped({ cat: 'Cat' }), 'Cat', 'Dog') }),
      named(pets, { body: dispatched(mapped({ cat: 'Cat', dog: 'Dog' }), 'Cat', 'Dog') }),
    ],
    'safe',
  ),
  pair(
    'body: a tag goes from the mapping',
    [
      named(pets, { body: dispatched(mapped({ cat: 'Cat', dog: 'Dog' }), 'Cat', 'Dog') }),
      named(pets, { body: dispatched(mapped({ cat: 'Cat' }), 'Cat', 'Dog') }),
    ],
    'breaking',
    'request.discriminator',
  ),
  pair(
    'answer: the discriminator has another property',
    [
      named(pets, { response: dispatched(byKind, 'Cat', 'Dog') }),
      named(pets, { response: dispatched({ propertyName: 'type' }, 'Cat', 'Dog') }),
    ],
    'breaking',
    'response.discriminator',
  ),
  pair(
    'answer: a schema that tags name without a mapping has another name',
    [
      named(pets, { response: dispatched(byKind, 'Cat', 'Dog') }),
      named({ Kitten: pets.Cat, Dog: pets.Dog }, { response: dispatched(byKind, 'Kitten', 'Dog') }),
    ],
    'breaking',
    'response.discriminator',
  ),
  pair(
    'answer: a mapping keeps the tag of a schema with another name',
    [
      named(pets, { response: dispatched(byKind, 'Cat', 'Dog') }),
      named(
        { Kitten: pets.Cat, Dog: pets.Dog },
        { response: dispatched(mapped({ Cat: 'Kitten', Dog: 'Dog' }), 'Kitten', 'Dog') },
      ),
    ],
    'safe',
  ),

  // Null and dialects.
  pair(
    'answer: null becomes possible in 3.0',
    [
      in30({ response: object({ a: { type: 'string' } }) }),
      in30({ response: object({ a: { type: 'string', nullable: true } }) }),
    ],
    'breaking',
    'response.nullability',
  ),
  pair(
    'body: null is withdrawn in 3.0',
    [
      in30({ body: object({ a: { type: 'string', nullable: true } }) }),
      in30({ body: object({ a: { type: 'string' } }) }),
    ],
    'breaking',
    'request.nullability',
  ),
  pair('answer: null is withdrawn', answers(object({ a: { type: ['string', 'null'] } }), object({ a: text })), 'safe'),
  pair(
    'body: nullable in the words of 3.1',
    [
      in30({ body: object({ a: { type: 'string', nullable: true } }) }),
      { body: object({ a: { type: ['string', 'null'] } }) },
    ],
    'safe',
  ),
  pair(
    'answer: a nullable reference in the words of 3.1',
    [
      {
        response: object({ a: { nullable: true, allOf: [refTo('A')] } }),
        root: {
          openapi: '3.0.3',
          components: { schemas: { A: { type: 'object', nullable: true, properties: { b: text } } } },
        },
      },
      {
        response: object({ a: { anyOf: [refTo('A'), { type: 'null' }] } }),
        root: { components: { schemas: { A: object({ b: text }) } } },
      },
    ],
    'safe',
  ),
  pair(
    'body: an exclusive bound in the words of 3.1',
    [
      in30({ body: { type: 'integer', minimum: 5, exclusiveMinimum: true } }),
      { body: { type: 'integer', exclusiveMinimum: 5 } },
    ],
    'safe',
  ),
  pair(
    'body: a file in the words of 3.1',
    [
      in30({
        more: {
          requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
        },
      }),
      { more: { requestBody: { content: { 'application/octet-stream': {} } } } },
    ],
    'safe',
  ),
  pair(
    'body: base64 in the words of 3.1',
    [
      in30({ body: object({ a: { type: 'string', format: 'byte' } }) }),
      { body: object({ a: { type: 'string', contentEncoding: 'base64' } }) },
    ],
    'safe',
  ),

  // The same in other words.
  pair(
    'words: keywords with the value that they have anyhow',
    bodies(
      object({ a: text, b: list(text) }),
      object(
        { a: { type: 'string', minLength: 0 }, b: list(text, { minItems: 0, uniqueItems: false }) },
        { required: [], additionalProperties: true, minProperties: 0 },
      ),
    ),
    'safe',
  ),
  pair(
    'words: marks that are false',
    bodies(
      object({ a: text }),
      object({ a: { type: 'string', readOnly: false, writeOnly: false, deprecated: false } }),
    ),
    'safe',
  ),
  pair('words: a list of one type', bodies({ type: ['string'] }, text), 'safe'),
  pair(
    'words: types in another order',
    bodies({ type: ['string', 'integer'] }, { type: ['integer', 'string'] }),
    'safe',
  ),
  pair('words: number and integer', bodies({ type: ['number', 'integer'] }, { type: 'number' }), 'safe'),
  pair('words: true and the empty schema', bodies(object({ a: {} }), object({ a: true })), 'safe'),
  pair(
    'words: an enum as anyOf of const',
    bodies({ enum: ['a', 'b'] }, { anyOf: [{ const: 'a' }, { const: 'b' }] }),
    'safe',
  ),
  pair(
    'words: an enum as oneOf of enums',
    answers({ enum: ['a', 'b', 'c'] }, { oneOf: [{ enum: ['a'] }, { enum: ['b', 'c'] }] }),
    'safe',
  ),
  pair('words: oneOf of one', answers(object({ a: text }), { oneOf: [object({ a: text })] }), 'safe'),
  pair(
    'words: not of not',
    bodies({ type: 'string', not: { not: { maxLength: 3 } } }, { type: 'string', maxLength: 3 }),
    'safe',
  ),
  pair(
    'words: an alternative of required names inside and outside',
    bodies(object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }), {
      anyOf: [object({ a: text, b: text }, { required: ['a'] }), object({ a: text, b: text }, { required: ['b'] })],
    }),
    'safe',
  ),
  pair(
    'words: a schema moves to the components',
    [{ response: list(object({ a: text })) }, named({ A: object({ a: text }) }, { response: list(refTo('A')) })],
    'safe',
  ),
  pair(
    'words: allOf of two references is written flat',
    [
      named(
        { A: object({ a: text }, { required: ['a'] }), B: object({ b: whole }) },
        { response: { allOf: [refTo('A'), refTo('B')] } },
      ),
      { response: object({ a: text, b: whole }, { required: ['a'] }) },
    ],
    'safe',
  ),
  pair(
    'words: two bounds of one allOf',
    bodies(
      { type: 'integer', minimum: 3, maximum: 9 },
      {
        allOf: [
          { type: 'integer', minimum: 1 },
          { minimum: 3, maximum: 9 },
        ],
      },
    ),
    'safe',
  ),
  pair(
    'words: a recursive schema is unrolled once',
    [
      named({ Node: object({ name: text, next: refTo('Node') }) }, { response: refTo('Node') }),
      named(
        { Node: object({ name: text, next: refTo('Node') }) },
        { response: object({ name: text, next: refTo('Node') }) },
      ),
    ],
    'safe',
  ),
];
