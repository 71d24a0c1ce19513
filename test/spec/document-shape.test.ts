import { describe, expect, it } from 'vitest';
import { parseApi } from '../../src/spec/index.ts';

const ok = { 200: { description: 'ok' } };
const info = { title: 'T', version: '1' };
const whole = (members: object, openapi = '3.2.0') => ({ openapi, info, paths: {}, ...members });
const operation = (members: object, openapi?: string) =>
  whole({ paths: { '/a': { get: { responses: ok, ...members } } } }, openapi);
const parameter = (each: object, path = '/a') =>
  whole({ paths: { [path]: { get: { responses: ok, parameters: [each] } } } });
const components = (members: object) => whole({ components: members });
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
    ['a field that nobody knows', whole({ foo: 1 }), 'unknown-field '],
    ['a field of a later version', operation({ query: {} }, '3.1.0'), 'unknown-field /paths/~1a/get'],
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
      'unknown-field /components/headers/H',
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
      'unknown-field /components/schemas/A/properties/a/xml',
    ],
  ])('%s', (_, document, expected) => {
    expect(errorsOf(document)).toContain(expected);
  });
});

describe('Nothing is said of', () => {
  it.each<readonly [string, object]>([
    ['extensions anywhere', operation({ 'x-a': 1, responses: { ...ok, 'x-b': 1 } })],
    ['names that the author chose', components({ schemas: { 'x-a': {} }, headers: { 'X-A': { schema: {} } } })],
    ['references', components({ responses: { A: { description: '' }, B: { $ref: '#/components/responses/A' } } })],
    ['an answer without a description in 3.2', operation({ responses: { 200: {} } })],
    ['what 2.0 has and 3.0 has not', { swagger: '2.0', info, host: 'example.com', paths: {} }],
  ])('%s', (_, document) => {
    expect(errorsOf(document)).toEqual([]);
  });
});
