import type { ComparisonPolicy } from '../../../src/library/index.ts';

/** A change of one place of a small document, and what a table of rules for breaking changes says of it. */
export interface LabelledPair {
  readonly name: string;
  readonly base: object;
  readonly revision: object;
  /** `breaking`: clients break; `risky`: a warning; `safe`: neither. */
  readonly verdict: 'breaking' | 'risky' | 'safe';
  /** A rule that must be among the findings that count. */
  readonly check?: string;
  readonly policy?: ComparisonPolicy;
}

interface Parts {
  readonly body?: object | boolean;
  readonly bodyRequired?: boolean;
  readonly response?: object | boolean;
  readonly parameters?: readonly object[];
  readonly more?: object;
  readonly root?: object;
  readonly path?: string;
  readonly responses?: object;
}

/** A document of one operation. */
export function documentWith({
  body,
  bodyRequired = true,
  response,
  parameters,
  more,
  root,
  path = '/things',
  responses,
}: Parts): object {
  const content = (schema: unknown): object => ({ 'application/json': { schema } });
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      [path]: {
        post: {
          operationId: 'createThing',
          ...(parameters === undefined ? {} : { parameters }),
          ...(body === undefined ? {} : { requestBody: { required: bodyRequired, content: content(body) } }),
          responses: responses ?? {
            200: { description: 'Done', ...(response === undefined ? {} : { content: content(response) }) },
          },
          ...more,
        },
      },
    },
    ...root,
  };
}

const both = (
  name: string,
  before: Parts,
  after: Parts,
  verdict: LabelledPair['verdict'],
  check?: string,
): LabelledPair => ({
  name,
  base: documentWith(before),
  revision: documentWith(after),
  verdict,
  ...(check === undefined ? {} : { check }),
});
const body = (
  name: string,
  before: object | boolean,
  after: object | boolean,
  verdict: LabelledPair['verdict'],
  check?: string,
): LabelledPair => both(`request: ${name}`, { body: before }, { body: after }, verdict, check);
const response = (
  name: string,
  before: object | boolean,
  after: object | boolean,
  verdict: LabelledPair['verdict'],
  check?: string,
): LabelledPair => both(`response: ${name}`, { response: before }, { response: after }, verdict, check);
const query = (
  name: string,
  before: readonly object[],
  after: readonly object[],
  verdict: LabelledPair['verdict'],
  check?: string,
): LabelledPair => both(`parameter: ${name}`, { parameters: before }, { parameters: after }, verdict, check);

const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });
const text = { type: 'string' };
const limit = (schema: object, rest: object = {}): object => ({ name: 'limit', in: 'query', schema, ...rest });
const branch = (tag: string, property: string): object =>
  object({ kind: { const: tag }, [property]: text }, { required: ['kind', property] });
const flow = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { read: '', write: '' } } },
};
const schemes = {
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      token: { type: 'http', scheme: 'bearer' },
      oauth: flow,
    },
  },
};

/** Labelled by hand from the published lists of rules of tools for breaking changes, before anything was compared. */
export const PAIRS: readonly LabelledPair[] = [
  body(
    'a new required property',
    object({ a: text }),
    object({ a: text, b: text }, { required: ['b'] }),
    'breaking',
    'request.required',
  ),
  body('a new optional property', object({ a: text }), object({ a: text, b: text }), 'safe'),
  body(
    'an optional property becomes required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    'breaking',
    'request.required',
  ),
  body('a required property becomes optional', object({ a: text }, { required: ['a'] }), object({ a: text }), 'safe'),
  body('a property is removed', object({ a: text, b: text }), object({ a: text }), 'risky', 'request.property-removed'),
  body('the type changes', object({ a: text }), object({ a: { type: 'integer' } }), 'breaking', 'request.type'),
  body('integer becomes number', object({ a: { type: 'integer' } }), object({ a: { type: 'number' } }), 'safe'),
  body(
    'number becomes integer',
    object({ a: { type: 'number' } }),
    object({ a: { type: 'integer' } }),
    'breaking',
    'request.type',
  ),
  body('an enum loses a value', object({ a: { enum: ['x', 'y'] } }), object({ a: { enum: ['x'] } }), 'breaking'),
  body('an enum gains a value', object({ a: { enum: ['x'] } }), object({ a: { enum: ['x', 'y'] } }), 'safe'),
  body(
    'an enum is stated',
    object({ a: text }),
    object({ a: { type: 'string', enum: ['x'] } }),
    'breaking',
    'request.enum',
  ),
  body(
    'maxLength falls',
    object({ a: { type: 'string', maxLength: 200 } }),
    object({ a: { type: 'string', maxLength: 80 } }),
    'breaking',
    'request.max-length',
  ),
  body(
    'maxLength rises',
    object({ a: { type: 'string', maxLength: 80 } }),
    object({ a: { type: 'string', maxLength: 200 } }),
    'safe',
  ),
  body(
    'maxLength is stated',
    object({ a: text }),
    object({ a: { type: 'string', maxLength: 80 } }),
    'breaking',
    'request.max-length',
  ),
  body(
    'minLength rises',
    object({ a: { type: 'string', minLength: 1 } }),
    object({ a: { type: 'string', minLength: 3 } }),
    'breaking',
    'request.min-length',
  ),
  body(
    'minimum rises',
    object({ a: { type: 'integer', minimum: 1 } }),
    object({ a: { type: 'integer', minimum: 5 } }),
    'breaking',
    'request.range',
  ),
  body(
    'minimum falls',
    object({ a: { type: 'integer', minimum: 5 } }),
    object({ a: { type: 'integer', minimum: 1 } }),
    'safe',
  ),
  body(
    'maximum falls',
    object({ a: { type: 'number', maximum: 10 } }),
    object({ a: { type: 'number', maximum: 9.5 } }),
    'breaking',
    'request.range',
  ),
  body(
    'an integer bound is written as an exclusive one',
    object({ a: { type: 'integer', minimum: 1 } }),
    object({ a: { type: 'integer', exclusiveMinimum: 0 } }),
    'safe',
  ),
  body(
    'multipleOf is stated',
    object({ a: { type: 'integer' } }),
    object({ a: { type: 'integer', multipleOf: 5 } }),
    'breaking',
    'request.multiple-of',
  ),
  body(
    'multipleOf is divided',
    object({ a: { type: 'integer', multipleOf: 10 } }),
    object({ a: { type: 'integer', multipleOf: 5 } }),
    'safe',
  ),
  body(
    'a pattern is stated',
    object({ a: text }),
    object({ a: { type: 'string', pattern: '^[a-z]+$' } }),
    'breaking',
    'request.pattern',
  ),
  body('a pattern is dropped', object({ a: { type: 'string', pattern: '^[a-z]+$' } }), object({ a: text }), 'safe'),
  body(
    'a pattern narrows',
    object({ a: { type: 'string', pattern: '^[a-z]{2,8}$' } }),
    object({ a: { type: 'string', pattern: '^[a-m]{2,8}$' } }),
    'breaking',
    'request.pattern',
  ),
  body(
    'a pattern widens',
    object({ a: { type: 'string', pattern: '^[a-z]{2,8}$' } }),
    object({ a: { type: 'string', pattern: '^[a-zA-Z]{1,9}$' } }),
    'safe',
  ),
  body(
    'a format is stated',
    object({ a: text }),
    object({ a: { type: 'string', format: 'uuid' } }),
    'breaking',
    'request.format',
  ),
  body(
    'maxItems falls',
    object({ a: { type: 'array', items: text, maxItems: 9 } }),
    object({ a: { type: 'array', items: text, maxItems: 3 } }),
    'breaking',
    'request.array-size',
  ),
  body(
    'minItems is stated',
    object({ a: { type: 'array', items: text } }),
    object({ a: { type: 'array', items: text, minItems: 1 } }),
    'breaking',
    'request.array-size',
  ),
  body(
    'uniqueItems is stated',
    object({ a: { type: 'array', items: text } }),
    object({ a: { type: 'array', items: text, uniqueItems: true } }),
    'breaking',
    'request.unique-items',
  ),
  body(
    'items narrow',
    { type: 'array', items: text },
    { type: 'array', items: { type: 'string', maxLength: 5 } },
    'breaking',
    'request.max-length',
  ),
  body(
    'null is withdrawn',
    object({ a: { type: ['string', 'null'] } }),
    object({ a: text }),
    'breaking',
    'request.nullability',
  ),
  body('null is allowed', object({ a: text }), object({ a: { type: ['string', 'null'] } }), 'safe'),
  body(
    'the object is closed',
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    'breaking',
    'request.additional',
  ),
  body('the object is opened', object({ a: text }, { additionalProperties: false }), object({ a: text }), 'safe'),
  body(
    'a oneOf branch is removed',
    { oneOf: [branch('a', 'x'), branch('b', 'y')] },
    { oneOf: [branch('a', 'x')] },
    'breaking',
  ),
  body(
    'a oneOf branch is added',
    { oneOf: [branch('a', 'x')] },
    { oneOf: [branch('a', 'x'), branch('b', 'y')] },
    'safe',
  ),
  body(
    'a branch narrows',
    { oneOf: [branch('a', 'x'), branch('b', 'y')] },
    {
      oneOf: [
        branch('a', 'x'),
        { ...branch('b', 'y'), properties: { kind: { const: 'b' }, y: { type: 'string', maxLength: 4 } } },
      ],
    },
    'breaking',
    'request.max-length',
  ),
  body(
    'allOf around the same schema',
    object({ a: text }, { required: ['a'] }),
    { allOf: [object({ a: text }, { required: ['a'] })] },
    'safe',
  ),
  body(
    'allOf split in two',
    object({ a: text, b: text }, { required: ['a', 'b'] }),
    { allOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })] },
    'safe',
  ),
  body(
    'nullable as a union',
    object({ a: { type: ['string', 'null'] } }),
    object({ a: { oneOf: [{ type: 'null' }, text] } }),
    'safe',
  ),
  body('const as an enum of one', object({ a: { const: 'x' } }), object({ a: { enum: ['x'] } }), 'safe'),
  body(
    'anyOf of types as a list of types',
    object({ a: { anyOf: [text, { type: 'integer' }] } }),
    object({ a: { type: ['string', 'integer'] } }),
    'safe',
  ),
  body(
    'a property becomes read-only',
    object({ a: text }),
    object({ a: { type: 'string', readOnly: true } }),
    'risky',
    'request.read-only',
  ),
  body(
    'the default changes',
    object({ a: { type: 'string', default: 'x' } }),
    object({ a: { type: 'string', default: 'y' } }),
    'breaking',
    'request.default',
  ),
  body(
    'dependentRequired is stated',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
    'breaking',
    'request.dependent',
  ),
  body(
    'not is stated',
    object({ a: text }),
    object({ a: { type: 'string', not: { enum: ['root'] } } }),
    'breaking',
    'request.composition',
  ),
  both(
    'request: the body becomes required',
    { body: object({ a: text }), bodyRequired: false },
    { body: object({ a: text }) },
    'breaking',
    'body.required',
  ),
  both(
    'request: the body becomes optional',
    { body: object({ a: text }) },
    { body: object({ a: text }), bodyRequired: false },
    'safe',
  ),
  response(
    'a required property is removed',
    object({ a: text, b: text }, { required: ['a', 'b'] }),
    object({ a: text }, { required: ['a'] }),
    'breaking',
    'response.property-lost',
  ),
  response(
    'an optional property is removed',
    object({ a: text, b: text }),
    object({ a: text }),
    'risky',
    'response.property-removed',
  ),
  response('a property is added', object({ a: text }), object({ a: text, b: text }, { required: ['b'] }), 'safe'),
  response(
    'a required property becomes optional',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
    'breaking',
    'response.required',
  ),
  response(
    'an optional property becomes required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    'safe',
  ),
  response(
    'the type changes',
    object({ a: text }, { required: ['a'] }),
    object({ a: { type: 'integer' } }, { required: ['a'] }),
    'breaking',
    'response.type',
  ),
  response(
    'integer becomes number',
    object({ a: { type: 'integer' } }),
    object({ a: { type: 'number' } }),
    'breaking',
    'response.type',
  ),
  response('number becomes integer', object({ a: { type: 'number' } }), object({ a: { type: 'integer' } }), 'safe'),
  response(
    'an enum gains a value',
    object({ a: { enum: ['x'] } }),
    object({ a: { enum: ['x', 'y'] } }),
    'breaking',
    'response.enum',
  ),
  response('an enum loses a value', object({ a: { enum: ['x', 'y'] } }), object({ a: { enum: ['x'] } }), 'safe'),
  response(
    'null may come',
    object({ a: text }),
    object({ a: { type: ['string', 'null'] } }),
    'breaking',
    'response.nullability',
  ),
  response(
    'maxLength rises',
    object({ a: { type: 'string', maxLength: 5 } }),
    object({ a: { type: 'string', maxLength: 9 } }),
    'breaking',
    'response.max-length',
  ),
  response(
    'maxLength falls',
    object({ a: { type: 'string', maxLength: 9 } }),
    object({ a: { type: 'string', maxLength: 5 } }),
    'safe',
  ),
  response(
    'a union gains a branch',
    { oneOf: [branch('a', 'x')] },
    { oneOf: [branch('a', 'x'), branch('b', 'y')] },
    'breaking',
  ),
  response(
    'a property becomes write-only',
    object({ a: text }),
    object({ a: { type: 'string', writeOnly: true } }),
    'risky',
    'response.write-only',
  ),
  query(
    'a new required one',
    [],
    [limit({ type: 'integer' }, { required: true })],
    'breaking',
    'parameter.added-required',
  ),
  query('a new optional one', [], [limit({ type: 'integer' })], 'safe'),
  query(
    'becomes required',
    [limit({ type: 'integer' })],
    [limit({ type: 'integer' }, { required: true })],
    'breaking',
    'parameter.required',
  ),
  query('becomes optional', [limit({ type: 'integer' }, { required: true })], [limit({ type: 'integer' })], 'safe'),
  query('is removed', [limit({ type: 'integer' })], [], 'risky', 'parameter.removed'),
  query(
    'maximum falls',
    [limit({ type: 'integer', maximum: 100 })],
    [limit({ type: 'integer', maximum: 50 })],
    'breaking',
    'request.range',
  ),
  query('integer becomes string', [limit({ type: 'integer' })], [limit({ type: 'string' })], 'safe'),
  query(
    'string becomes integer',
    [limit({ type: 'string' })],
    [limit({ type: 'integer' })],
    'breaking',
    'request.type',
  ),
  query(
    'an enum loses a value',
    [limit({ type: 'string', enum: ['a', 'b'] })],
    [limit({ type: 'string', enum: ['a'] })],
    'breaking',
  ),
  query(
    'the default changes',
    [limit({ type: 'integer', default: 10 })],
    [limit({ type: 'integer', default: 20 })],
    'breaking',
    'request.default',
  ),
  query(
    'the style of a list changes',
    [limit({ type: 'array', items: text }, { explode: true })],
    [limit({ type: 'array', items: text }, { explode: false })],
    'breaking',
    'parameter.wire-form',
  ),
  query(
    'explode of a scalar changes',
    [limit({ type: 'integer' }, { explode: true })],
    [limit({ type: 'integer' }, { explode: false })],
    'safe',
  ),
  both(
    'path: a parameter is renamed',
    { path: '/things/{id}', parameters: [{ name: 'id', in: 'path', required: true, schema: text }] },
    { path: '/things/{thingId}', parameters: [{ name: 'thingId', in: 'path', required: true, schema: text }] },
    'safe',
  ),
  both(
    'status: the success is withdrawn',
    { responses: { 200: { description: '' } } },
    { responses: { 201: { description: '' } } },
    'breaking',
    'response.status-lost',
  ),
  both(
    'status: an error is added',
    { responses: { 200: { description: '' } } },
    { responses: { 200: { description: '' }, 409: { description: '' } } },
    'safe',
  ),
  both(
    'status: a success is added',
    { responses: { 200: { description: '' } } },
    { responses: { 200: { description: '' }, 202: { description: '' } } },
    'risky',
    'response.status-added',
  ),
  both(
    'security: credentials are asked for',
    { root: schemes },
    { root: schemes, more: { security: [{ key: [] }] } },
    'breaking',
    'security.tightened',
  ),
  both(
    'security: an alternative is added',
    { root: schemes, more: { security: [{ key: [] }] } },
    { root: schemes, more: { security: [{ key: [] }, { token: [] }] } },
    'safe',
  ),
  both(
    'security: a scope is added',
    { root: schemes, more: { security: [{ oauth: ['read'] }] } },
    { root: schemes, more: { security: [{ oauth: ['read', 'write'] }] } },
    'breaking',
    'security.tightened',
  ),
  both('operation: the path changes', { path: '/things' }, { path: '/items' }, 'breaking', 'operation.moved'),
  both('operation: is deprecated', {}, { more: { deprecated: true, 'x-sunset': '2030-01-01' } }, 'safe'),
  both(
    'operation: the sunset comes earlier',
    { more: { deprecated: true, 'x-sunset': '2030-01-01' } },
    { more: { deprecated: true, 'x-sunset': '2029-01-01' } },
    'breaking',
    'lifecycle.sunset-shortened',
  ),
];
