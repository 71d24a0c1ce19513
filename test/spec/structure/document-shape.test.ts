import { describe, expect, it } from 'vitest';
import { parseApi } from '../../../src/spec/index.ts';

const ok = { 200: { description: 'ok' } };
const info = { title: 'T', version: '1' };
const whole = (members: object, openapi = '3.2.0') => ({ openapi, info, paths: {}, ...members });
const operation = (members: object, openapi?: string) =>
  whole({ paths: { '/a': { get: { responses: ok, ...members } } } }, openapi);
const parameter = (each: object, path = '/a') =>
  whole({ paths: { [path]: { get: { responses: ok, parameters: [each] } } } });
const components = (members: object) => whole({ components: members });
const pathItem = (each: object) => components({ pathItems: { P: each } });
const parameterOf = (each: object, openapi?: string) =>
  whole({ components: { parameters: { P: { name: 'a', in: 'query', schema: {}, ...each } } } }, openapi);
const twoExamples = { name: 'a', in: 'query', schema: {}, example: 1, examples: { b: { value: 2 } } };
const schema = (each: object) => components({ schemas: { A: each } });

const errorsOf = (document: object): readonly string[] =>
  parseApi({ name: 'api.json', text: JSON.stringify(document) })
    .diagnose()
    .filter(({ severity }) => severity === 'error')
    .map(({ code, pointer }) => `${code} ${pointer}`);

describe('An object of a document that is not of the shape that OpenAPI gives it is listed:', () => {
  it.each<readonly [string, object, string]>([
    ['no info', { openapi: '3.1.0', paths: {} }, 'missing-field '],
    ['an info without a version', whole({ info: { title: 'T' } }), 'missing-field /info'],
    ['a title that is no text', whole({ info: { title: 1, version: '1' } }), 'invalid-field /info/title'],
    [
      'a licence with a name twice told',
      whole({ info: { ...info, license: { name: 'MIT', identifier: 'MIT', url: 'https://example.com' } } }),
      'exclusive-fields /info/license',
    ],
    ['a field that nobody knows', whole({ foo: 1 }), 'unknown-field /foo'],
    ['a field of a later version', operation({ query: {} }, '3.1.0'), 'unknown-field /paths/~1a/get/query'],
    ['a version of two numbers', whole({}, '3.1'), 'invalid-field /openapi'],
    ['$self with a fragment', whole({ $self: 'https://example.com/a#b' }), 'invalid-field /$self'],
    ['components that are a list', whole({ components: [] }), 'invalid-object /components'],
    [
      'a component with a space in its name',
      components({ schemas: { 'a b': {} } }),
      'invalid-name /components/schemas/a b',
    ],
    ['a server without a URL', whole({ servers: [{}] }), 'missing-field /servers/0'],
    ['servers that are no list', whole({ servers: {} }), 'invalid-field /servers'],
    [
      'a server variable without values',
      whole({ servers: [{ url: '/{a}', variables: { a: { enum: [], default: 'x' } } }] }),
      'invalid-field /servers/0/variables/a/enum',
    ],
    ['a tag without a name', whole({ tags: [{}] }), 'missing-field /tags/0'],
    [
      'a tag under one that is not there',
      whole({ tags: [{ name: 'a', parent: 'b' }] }),
      'invalid-field /tags/0/parent',
    ],
    ['security that is no list', whole({ security: {} }), 'invalid-field /security'],
    [
      'a parameter without a schema',
      parameter({ name: 'a', in: 'query' }),
      'missing-field /paths/~1a/get/parameters/0',
    ],
    [
      'a parameter with schema and content',
      parameter({ name: 'a', in: 'query', schema: {}, content: { 'text/plain': {} } }),
      'exclusive-fields /paths/~1a/get/parameters/0',
    ],
    [
      'reserved characters in a header',
      parameter({ name: 'a', in: 'header', schema: {}, allowReserved: true }),
      'unknown-field /paths/~1a/get/parameters/0/allowReserved',
    ],
    [
      'a whole query beside a parameter of it',
      operation({
        parameters: [
          { name: 'a', in: 'query', schema: {} },
          { name: 'q', in: 'querystring', content: { 'text/plain': {} } },
        ],
      }),
      'exclusive-fields /paths/~1a/get',
    ],
    ['a body without content', operation({ requestBody: {} }), 'missing-field /paths/~1a/get/requestBody'],
    [
      'an answer without a description',
      operation({ responses: { 200: {} } }, '3.1.0'),
      'missing-field /paths/~1a/get/responses/200',
    ],
    [
      'a header with a name',
      components({ headers: { H: { name: 'H', schema: {} } } }),
      'unknown-field /components/headers/H/name',
    ],
    [
      'an example with two values',
      components({ examples: { e: { value: 1, externalValue: 'https://example.com' } } }),
      'exclusive-fields /components/examples/e',
    ],
    ['a link to nothing', components({ links: { l: {} } }), 'missing-field /components/links/l'],
    [
      'an OAuth flow without its URL',
      components({ securitySchemes: { s: { type: 'oauth2', flows: { implicit: { scopes: {} } } } } }),
      'missing-field /components/securitySchemes/s/flows/implicit',
    ],
    [
      'xml of a kind that nobody knows',
      schema({ properties: { a: { xml: { foo: 1 } } } }),
      'unknown-field /components/schemas/A/properties/a/xml/foo',
    ],
    ['a document of 3.0 without paths', { openapi: '3.0.3', info, components: {} }, 'missing-field '],
    [
      'one example beside several',
      components({ parameters: { P: twoExamples } }),
      'example-and-examples /components/parameters/P/example',
    ],
    ['a place that no parameter has', parameterOf({ in: 'body' }), 'invalid-field /components/parameters/P/in'],
    [
      'a whole query before 3.2',
      parameterOf({ in: 'querystring' }, '3.1.0'),
      'invalid-field /components/parameters/P/in',
    ],
    ['a style of another place', parameterOf({ style: 'matrix' }), 'invalid-field /components/parameters/P/style'],
    [
      'the style of cookies before 3.2',
      parameterOf({ in: 'cookie', style: 'cookie' }, '3.1.0'),
      'invalid-field /components/parameters/P/style',
    ],
    [
      'an empty value outside of the query',
      parameterOf({ in: 'cookie', allowEmptyValue: true }),
      'unknown-field /components/parameters/P/allowEmptyValue',
    ],
    [
      'a path parameter that may be missing',
      parameterOf({ in: 'path' }),
      'optional-path-parameter /components/parameters/P',
    ],
    [
      'a parameter in two media types',
      components({ parameters: { P: { name: 'a', in: 'query', content: { 'a/b': {}, 'c/d': {} } } } }),
      'invalid-field /components/parameters/P/content',
    ],
    [
      'a header of no media type',
      components({ headers: { H: { content: {} } } }),
      'invalid-field /components/headers/H/content',
    ],
    [
      'a header of the style of a query',
      components({ headers: { H: { schema: {}, style: 'form' } } }),
      'invalid-field /components/headers/H/style',
    ],
    [
      'a header that none can be sent as',
      components({ responses: { R: { headers: { 'a=b': { schema: {} } } } } }),
      'invalid-name /components/responses/R/headers/a=b',
    ],
    ['no response at all', pathItem({ get: { responses: {} } }), 'no-responses /components/pathItems/P/get/responses'],
    [
      'a status that is none',
      pathItem({ get: { responses: { ok: {} } } }),
      'invalid-status /components/pathItems/P/get/responses/ok',
    ],
    [
      'a method with a field of its own',
      pathItem({ additionalOperations: { GET: {} } }),
      'invalid-method /components/pathItems/P/additionalOperations/GET',
    ],
    [
      'a method that none can be',
      pathItem({ additionalOperations: { 'a b': {} } }),
      'invalid-method /components/pathItems/P/additionalOperations/a b',
    ],
    ['a callback that is no object', components({ callbacks: { c: true } }), 'invalid-object /components/callbacks/c'],
    [
      'a reference described by a number',
      components({ responses: { A: ok[200], B: { $ref: '#/components/responses/A', summary: 1 } } }),
      'invalid-field /components/responses/B/summary',
    ],
    ['scopes that are no texts', whole({ security: [{ a: [1] }] }), 'invalid-field /security/0/a'],
    [
      'a mapping to a number',
      schema({ discriminator: { propertyName: 'a', mapping: { b: 1 } } }),
      'invalid-field /components/schemas/A/discriminator/mapping',
    ],
    [
      'external documentation that is no object',
      schema({ externalDocs: true }),
      'invalid-object /components/schemas/A/externalDocs',
    ],
    [
      'a schema of 3.0 that is true',
      whole({ components: { schemas: { A: true } } }, '3.0.3'),
      'invalid-schema /components/schemas/A',
    ],
    [
      'a dialect that is not known',
      whole({ jsonSchemaDialect: 'https://example.com/mine' }),
      'unknown-dialect /jsonSchemaDialect',
    ],
    [
      'a dialect of one schema that is not known',
      schema({ $schema: 'https://example.com/mine' }),
      'unknown-dialect /components/schemas/A/$schema',
    ],
  ])('%s', (_, document, expected) => {
    expect(errorsOf(document)).toContain(expected);
  });

  it('what follows from a fault is not listed with it', () => {
    expect(errorsOf({ ...schema({ xml: { nodeType: 1, attribute: true } }), openapi: '3.1.0' })).toEqual([
      'unknown-field /components/schemas/A/xml/nodeType',
    ]);
    expect(errorsOf(components({ securitySchemes: { s: true } }))).toEqual([
      'invalid-object /components/securitySchemes/s',
    ]);
  });

  it('a fault of another kind at a place that has one already is listed, too', () => {
    const both = whole({ paths: { '/a': { get: { foo: 1, operationId: 1 } } } });
    expect(errorsOf(both)).toEqual(['unknown-field /paths/~1a/get/foo', 'invalid-field /paths/~1a/get/operationId']);
  });
});

describe('Nothing is said of', () => {
  it.each<readonly [string, object]>([
    ['extensions anywhere', operation({ 'x-a': 1, responses: { ...ok, 'x-b': 1 } })],
    ['names that the author chose', components({ schemas: { 'x-a': {} }, headers: { 'X-A': { schema: {} } } })],
    ['references', components({ responses: { A: { description: '' }, B: { $ref: '#/components/responses/A' } } })],
    ['an answer without a description in 3.2', operation({ responses: { 200: {} } })],
    ['a described media type in 3.2', components({ mediaTypes: { m: { description: 'm', schema: {} } } })],
    [
      'any number of properties beyond those of 3.0',
      whole({ components: { schemas: { A: { additionalProperties: false } } } }, '3.0.3'),
    ],
    ['nothing but extensions for a response in 3.0', operation({ responses: { 'x-a': true } }, '3.0.3')],
    ['a draft of 3.3', whole({ parameters: [{ name: 'a', in: 'query', schema: {} }] }, '3.3.0')],
    ['the dialects of OpenAPI', whole({ jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' })],
    ['what 2.0 has and 3.0 has not', { swagger: '2.0', info, host: 'example.com', paths: {} }],
  ])('%s', (_, document) => {
    expect(errorsOf(document)).toEqual([]);
  });
});
