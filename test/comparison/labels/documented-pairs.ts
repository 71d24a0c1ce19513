import type { LabelledPair } from './message-pairs.ts';
import {
  answers,
  bodies,
  gone,
  header,
  inHeader,
  inQuery,
  media,
  named,
  object,
  ok,
  pair,
  parameters,
  refTo,
  statuses,
  text,
  whole,
} from './pair-parts.ts';

/**
 * What published lists of breaking and other changes say of a change, written down before anything was compared. Where they judge by the keyword
 * and not by the messages (a required property with a default, a default that is stated), the label is that of the messages.
 */
export const DOCUMENTED_PAIRS: readonly LabelledPair[] = [
  pair(
    'body: a required property inside a property',
    bodies(object({ a: object({ b: text }) }), object({ a: object({ b: text }, { required: ['b'] }) })),
    'breaking',
    'request.required',
  ),
  pair(
    'body: a required property inside items',
    bodies(
      { type: 'array', items: object({ a: text }) },
      { type: 'array', items: object({ a: text }, { required: ['a'] }) },
    ),
    'breaking',
    'request.required',
  ),
  pair(
    'body: a required property inside anyOf',
    bodies(
      { anyOf: [object({ a: text }), { type: 'integer' }] },
      { anyOf: [object({ a: text }, { required: ['a'] }), { type: 'integer' }] },
    ),
    'breaking',
    'request.required',
  ),
  pair(
    'body: a new required read-only property',
    bodies(object({ a: text }), object({ a: text, id: { type: 'string', readOnly: true } }, { required: ['id'] })),
    'safe',
  ),
  pair(
    'body: a read-only property becomes required',
    bodies(
      object({ id: { type: 'string', readOnly: true } }),
      object({ id: { type: 'string', readOnly: true } }, { required: ['id'] }),
    ),
    'safe',
  ),
  pair(
    'body: a required property is deleted',
    bodies(object({ a: text, b: text }, { required: ['b'] }), object({ a: text })),
    'risky',
    'request.property-removed',
  ),
  pair(
    'body: an embedded optional property is deleted',
    bodies(object({ a: object({ b: text, c: text }) }), object({ a: object({ b: text }) })),
    'risky',
    'request.property-removed',
  ),
  pair(
    'body: a schema becomes an enum',
    bodies({ type: 'string' }, { type: 'string', enum: ['a', 'b'] }),
    'breaking',
    'request.enum',
  ),
  pair('body: type and enum change together', bodies({ type: 'integer' }, { type: 'string', enum: ['a'] }), 'breaking'),
  pair('body: number to string', bodies({ type: 'number' }, { type: 'string' }), 'breaking', 'request.type'),
  pair('body: number to int32', bodies({ type: 'number' }, { type: 'integer', format: 'int32' }), 'breaking'),
  pair(
    'body: an anyOf branch is removed',
    bodies({ anyOf: [text, whole] }, { anyOf: [text] }),
    'breaking',
    'request.type',
  ),
  pair('body: an anyOf branch is added', bodies({ anyOf: [text] }, { anyOf: [text, whole] }), 'safe'),
  pair(
    'body: an allOf part is added',
    bodies(
      { allOf: [object({ a: text })] },
      { allOf: [object({ a: text }), object({ b: text }, { required: ['b'] })] },
    ),
    'breaking',
    'request.required',
  ),
  pair(
    'body: a pattern becomes .*',
    bodies({ type: 'string', pattern: '^[a-z]+$' }, { type: 'string', pattern: '.*' }),
    'safe',
  ),
  pair(
    'body: a pattern is added in a recursive schema',
    [
      named({ Node: object({ name: text, next: refTo('Node') }) }, { body: refTo('Node') }),
      named(
        { Node: object({ name: { type: 'string', pattern: '^[a-z]+$' }, next: refTo('Node') }) },
        { body: refTo('Node') },
      ),
    ],
    'breaking',
    'request.pattern',
  ),
  pair(
    'body: a recursive schema stays',
    [
      named({ Node: object({ name: text, next: refTo('Node') }) }, { body: refTo('Node') }),
      named({ Item: object({ name: text, next: refTo('Item') }) }, { body: refTo('Item') }),
    ],
    'safe',
  ),
  pair('body: minLength falls', bodies({ type: 'string', minLength: 3 }, { type: 'string', minLength: 1 }), 'safe'),
  pair(
    'body: minItems falls',
    bodies({ type: 'array', items: text, minItems: 3 }, { type: 'array', items: text, minItems: 1 }),
    'safe',
  ),
  pair(
    'body: minItems rises',
    bodies({ type: 'array', items: text, minItems: 1 }, { type: 'array', items: text, minItems: 3 }),
    'breaking',
    'request.array-size',
  ),
  pair('body: maximum is stated', bodies(whole, { type: 'integer', maximum: 10 }), 'breaking', 'request.range'),
  pair('body: maximum rises', bodies({ type: 'integer', maximum: 10 }, { type: 'integer', maximum: 20 }), 'safe'),
  pair(
    'body: exclusiveMinimum is stated',
    bodies(whole, { type: 'integer', exclusiveMinimum: 0 }),
    'breaking',
    'request.range',
  ),
  pair(
    'body: maxProperties is stated',
    bodies(
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: text, maxProperties: 2 },
    ),
    'breaking',
    'request.object-size',
  ),
  pair(
    'body: values of a map narrow',
    bodies(
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    ),
    'breaking',
    'request.max-length',
  ),
  pair(
    'body: int32 becomes int64',
    bodies({ type: 'integer', format: 'int32' }, { type: 'integer', format: 'int64' }),
    'safe',
  ),
  pair(
    'body: int64 becomes int32',
    bodies({ type: 'integer', format: 'int64' }, { type: 'integer', format: 'int32' }),
    'breaking',
  ),
  pair('body: an optional body is added', [{}, { body: object({ a: text }), bodyRequired: false }], 'safe'),
  pair('body: a required body is added', [{}, { body: object({ a: text }) }], 'breaking', 'body.required'),
  pair('body: is removed', [{ body: object({ a: text }) }, {}], 'breaking', 'body.removed'),
  pair(
    'body: a media type is removed',
    [
      { more: { requestBody: { required: true, ...media('application/json', 'text/plain') } } },
      { more: { requestBody: { required: true, ...media('application/json') } } },
    ],
    'breaking',
    'body.media-type',
  ),
  pair(
    'body: a media type is added',
    [
      { more: { requestBody: { required: true, ...media('application/json') } } },
      { more: { requestBody: { required: true, ...media('application/json', 'text/plain') } } },
    ],
    'safe',
  ),
  pair(
    'body: a default is stated',
    bodies(object({ a: text }), object({ a: { type: 'string', default: 'x' } })),
    'risky',
    'request.default-stated',
  ),
  pair(
    'body: the default of a required property changes',
    bodies(
      object({ a: { type: 'string', default: 'x' } }, { required: ['a'] }),
      object({ a: { type: 'string', default: 'y' } }, { required: ['a'] }),
    ),
    'safe',
  ),
  pair(
    'body: the discriminator has another property',
    [
      named(
        { A: object({ kind: text, type: text }, { required: ['kind', 'type'] }) },
        { body: { oneOf: [refTo('A')], discriminator: { propertyName: 'kind' } } },
      ),
      named(
        { A: object({ kind: text, type: text }, { required: ['kind', 'type'] }) },
        { body: { oneOf: [refTo('A')], discriminator: { propertyName: 'type' } } },
      ),
    ],
    'breaking',
    'request.discriminator',
  ),
  pair(
    'body: properties are closed by unevaluatedProperties',
    bodies(object({ a: text }), object({ a: text }, { unevaluatedProperties: false })),
    'breaking',
    'request.additional',
  ),
  pair('body: an enum value with another order', bodies({ enum: ['a', 'b'] }, { enum: ['b', 'a'] }), 'safe'),
  pair(
    'answer: maxLength is dropped',
    answers({ type: 'string', maxLength: 5 }, text),
    'breaking',
    'response.max-length',
  ),
  pair('answer: maxLength is stated', answers(text, { type: 'string', maxLength: 5 }), 'safe'),
  pair(
    'answer: minLength falls',
    answers({ type: 'string', minLength: 5 }, { type: 'string', minLength: 1 }),
    'breaking',
    'response.min-length',
  ),
  pair(
    'answer: minItems falls',
    answers({ type: 'array', items: text, minItems: 2 }, { type: 'array', items: text, minItems: 1 }),
    'breaking',
    'response.array-size',
  ),
  pair(
    'answer: minItems rises',
    answers({ type: 'array', items: text, minItems: 1 }, { type: 'array', items: text, minItems: 2 }),
    'safe',
  ),
  pair('answer: maximum falls', answers({ type: 'integer', maximum: 9 }, { type: 'integer', maximum: 5 }), 'safe'),
  pair('answer: string to number', answers(text, { type: 'number' }), 'breaking', 'response.type'),
  pair(
    'answer: the values of a map change type',
    answers({ type: 'object', additionalProperties: whole }, { type: 'object', additionalProperties: text }),
    'breaking',
    'response.type',
  ),
  pair(
    'answer: null inside a property',
    answers(object({ a: object({ b: text }) }), object({ a: object({ b: { type: ['string', 'null'] } }) })),
    'breaking',
    'response.nullability',
  ),
  pair(
    'answer: a required property under allOf is deleted',
    answers(
      { allOf: [object({ a: text }, { required: ['a'] }), object({ b: text })] },
      { allOf: [object({ b: text })] },
    ),
    'breaking',
  ),
  pair(
    'answer: a property under anyOf becomes optional',
    answers({ anyOf: [object({ a: text }, { required: ['a'] })] }, { anyOf: [object({ a: text })] }),
    'breaking',
    'response.required',
  ),
  pair(
    'answer: a required write-only property is deleted',
    answers(object({ a: text, b: { type: 'string', writeOnly: true } }, { required: ['b'] }), object({ a: text })),
    'safe',
  ),
  pair(
    'answer: a write-only property becomes optional',
    answers(
      object({ b: { type: 'string', writeOnly: true } }, { required: ['b'] }),
      object({ b: { type: 'string', writeOnly: true } }),
    ),
    'safe',
  ),
  pair(
    'answer: a pattern is dropped',
    answers({ type: 'string', pattern: '^[a-z]+$' }, text),
    'breaking',
    'response.pattern',
  ),
  pair('answer: a pattern is stated', answers(text, { type: 'string', pattern: '^[a-z]+$' }), 'safe'),
  pair(
    'answer: a type is added to a list of types',
    answers({ type: 'string' }, { type: ['string', 'integer'] }),
    'breaking',
    'response.type',
  ),
  pair(
    'answer: a media type is removed',
    statuses(ok(media('application/json', 'text/plain')), ok(media('application/json'))),
    'breaking',
    'response.media-type',
  ),
  pair(
    'answer: a media type is added',
    statuses(ok(media('application/json')), ok(media('application/json', 'text/plain'))),
    'safe',
  ),
  pair(
    'answer: parameters of a media type change',
    statuses(ok(media('application/json; charset=utf-8')), ok(media('application/json'))),
    'safe',
  ),
  pair(
    'answer: a required header is removed',
    statuses(ok(header({ required: true })), ok()),
    'breaking',
    'response.header-lost',
  ),
  pair('answer: an optional header is removed', statuses(ok(header({})), ok()), 'risky', 'response.header-removed'),
  pair(
    'answer: a header becomes optional',
    statuses(ok(header({ required: true })), ok(header({}))),
    'breaking',
    'response.header-lost',
  ),
  pair('answer: a header is added', statuses(ok(), ok(header({ required: true }))), 'safe'),
  pair('answer: an error status is removed', statuses({ ...ok(), 404: { description: '' } }, ok()), 'safe'),
  pair('answer: a success is covered by a range', statuses(ok(), { '2XX': { description: '' } }), 'safe'),
  pair(
    'answer: a discriminator maps a tag to another schema',
    [
      named(
        {
          A: object({ kind: text }, { required: ['kind'] }),
          B: object({ kind: text, size: whole }, { required: ['kind'] }),
        },
        {
          response: {
            oneOf: [refTo('A'), whole],
            discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/A' } },
          },
        },
      ),
      named(
        {
          A: object({ kind: text }, { required: ['kind'] }),
          B: object({ kind: text, size: whole }, { required: ['kind'] }),
        },
        {
          response: {
            oneOf: [refTo('B'), whole],
            discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/B' } },
          },
        },
      ),
    ],
    'breaking',
    'response.discriminator',
  ),
  pair(
    'answer: a discriminator maps a tag to the same schema with another name',
    [
      named(
        { A: object({ kind: text }, { required: ['kind'] }), B: object({ kind: text }, { required: ['kind'] }) },
        {
          response: {
            oneOf: [refTo('A'), whole],
            discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/A' } },
          },
        },
      ),
      named(
        { A: object({ kind: text }, { required: ['kind'] }), B: object({ kind: text }, { required: ['kind'] }) },
        {
          response: {
            oneOf: [refTo('B'), whole],
            discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/B' } },
          },
        },
      ),
    ],
    'safe',
  ),
  pair(
    'parameter: a header becomes required',
    parameters([inHeader('X-Tenant', text)], [inHeader('x-tenant', text, { required: true })]),
    'breaking',
    'parameter.required',
  ),
  pair(
    'parameter: a header changes its letters',
    parameters([inHeader('X-Tenant', text)], [inHeader('x-tenant', text)]),
    'safe',
  ),
  pair(
    'parameter: a path parameter becomes an enum',
    [
      { path: '/things/{id}', parameters: [{ name: 'id', in: 'path', required: true, schema: text }] },
      {
        path: '/things/{id}',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', enum: ['a'] } }],
      },
    ],
    'breaking',
    'request.enum',
  ),
  pair(
    'parameter: minItems rises',
    parameters(
      [inQuery('ids', { type: 'array', items: text, minItems: 1 })],
      [inQuery('ids', { type: 'array', items: text, minItems: 2 })],
    ),
    'breaking',
    'request.array-size',
  ),
  pair(
    'parameter: a pattern is changed',
    parameters(
      [inQuery('q', { type: 'string', pattern: '^[a-z]+$' })],
      [inQuery('q', { type: 'string', pattern: '^[0-9]+$' })],
    ),
    'breaking',
    'request.pattern',
  ),
  pair(
    'parameter: a default is stated',
    parameters([inQuery('limit', whole)], [inQuery('limit', { type: 'integer', default: 10 })]),
    'risky',
    'request.default-stated',
  ),
  pair(
    'parameter: the default of a required one changes',
    parameters(
      [inQuery('limit', { type: 'integer', default: 1 }, { required: true })],
      [inQuery('limit', { type: 'integer', default: 2 }, { required: true })],
    ),
    'safe',
  ),
  pair(
    'parameter: is deprecated',
    parameters([inQuery('limit', whole)], [inQuery('limit', whole, { deprecated: true, 'x-sunset': '2030-01-01' })]),
    'safe',
  ),
  pair(
    'parameter: goes before its sunset',
    parameters([inQuery('limit', whole, { deprecated: true, 'x-sunset': '2030-01-01' })], []),
    'breaking',
    'lifecycle.removed-early',
  ),
  pair(
    'parameter: goes after its sunset',
    parameters([inQuery('limit', whole, { deprecated: true, 'x-sunset': '2020-01-01' })], []),
    'safe',
  ),
  pair('operation: goes', gone({}), 'breaking', 'operation.removed'),
  pair('operation: goes after its sunset', gone({ deprecated: true, 'x-sunset': '2020-01-01' }), 'safe'),
  pair(
    'operation: goes before its sunset',
    gone({ deprecated: true, 'x-sunset': '2030-01-01' }),
    'breaking',
    'lifecycle.removed-early',
  ),
  pair(
    'operation: goes, deprecated without a sunset',
    gone({ deprecated: true }),
    'risky',
    'lifecycle.removed-without-sunset',
  ),
  pair('operation: goes while experimental', gone({ 'x-stability-level': 'alpha' }), 'safe'),
  pair(
    'operation: its sunset goes',
    [{ more: { deprecated: true, 'x-sunset': '2030-01-01' } }, { more: { deprecated: true } }],
    'breaking',
    'lifecycle.sunset-removed',
  ),
  pair(
    'operation: its sunset is no date any more',
    [{ more: { deprecated: true, 'x-sunset': '2030-01-01' } }, { more: { deprecated: true, 'x-sunset': 'soon' } }],
    'breaking',
    'lifecycle.sunset-invalid',
  ),
  pair(
    'operation: its sunset moves back',
    [
      { more: { deprecated: true, 'x-sunset': '2030-01-01' } },
      { more: { deprecated: true, 'x-sunset': '2031-01-01' } },
    ],
    'safe',
  ),
  pair(
    'operation: its stability falls',
    [{ more: { 'x-stability-level': 'stable' } }, { more: { 'x-stability-level': 'beta' } }],
    'breaking',
    'lifecycle.stability-lowered',
  ),
  pair(
    'operation: its stability rises',
    [{ more: { 'x-stability-level': 'beta' } }, { more: { 'x-stability-level': 'stable' } }],
    'safe',
  ),
  pair('operation: another operationId', [{}, { more: { operationId: 'makeThing' } }], 'safe'),
  pair(
    'operation: another tag and description',
    [{ more: { tags: ['a'] } }, { more: { tags: ['b'], description: 'New words' } }],
    'safe',
  ),
  pair(
    'servers: another host',
    [
      { root: { servers: [{ url: 'https://a.example/v1' }] } },
      { root: { servers: [{ url: 'https://b.example/v1' }] } },
    ],
    'safe',
  ),
  pair(
    'servers: another base path',
    [
      { root: { servers: [{ url: 'https://a.example/v1' }] } },
      { root: { servers: [{ url: 'https://a.example/v2' }] } },
    ],
    'risky',
    'server.base-path',
  ),
  pair('components: an unused schema goes', [named({ A: text, B: text }, {}), named({ A: text }, {})], 'safe'),
  pair(
    'answer: an enum that says it is open gains a value',
    answers(
      { type: 'string', enum: ['a'], 'x-enum-open': true },
      { type: 'string', enum: ['a', 'b'], 'x-enum-open': true },
    ),
    'safe',
  ),
  pair(
    'answer: an extensible enum gains a value',
    answers({ type: 'string', enum: ['a'], 'x-extensible-enum': ['a'] }, { type: 'string', enum: ['a', 'b'] }),
    'safe',
  ),
];
