import { describe, expect, it } from 'vitest';
import type { SchemaObject } from '../../src/spec/index.ts';
import { parseApi, typesOf } from '../../src/spec/index.ts';
import { apiOf, codesOf, diagnosticOf, operationOf, refusalOf, schemaOf, yaml } from './documents.ts';

const ok = { responses: { 200: { description: 'ok' } } };
const path = (name: string, required: unknown = true) => ({ name, in: 'path', required, schema: { type: 'string' } });

describe('What is wrong with a part of a document is said, and the rest is served:', () => {
  it('S09 a schema that may contain itself is not a fault', () => {
    const { api } = schemaOf({
      type: 'object',
      properties: {
        next: { $ref: '#/components/schemas/S' },
        all: { type: 'array', items: { $ref: '#/components/schemas/S' } },
      },
      required: ['all'],
    });
    expect(codesOf(api)).toEqual([]);
  });

  it.each([
    ['by a property', { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/S' } } }],
    ['by an item', { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/S' } }],
    [
      'in every choice',
      { oneOf: [{ type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/S' } } }] },
    ],
  ])('S10 a schema that must hold itself %s has no finite value', (_, schema) => {
    const { api } = schemaOf(schema);
    expect(diagnosticOf(api, 'no-finite-value')).toMatchObject({ severity: 'error', pointer: '/components/schemas/S' });
  });

  it('S10 a way out in one choice is enough', () => {
    const { api } = schemaOf({
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/S' } } },
        { type: 'null' },
      ],
    });
    expect(codesOf(api)).toEqual([]);
  });

  it.each([
    '#/__proto__/x',
    '#/constructor/name',
    '#/components/schemas/__proto__',
    '#/components/schemas/toString',
    '#/paths/0',
    '#/paths/',
    '#/tags/01',
    '#/tags/-1',
    '#/tags/1e0',
    '#/tags/length',
    '#x',
    '#/components/schemas/A%zz',
    '#/~2',
  ])('S15 S16 %s points at nothing', (reference) => {
    const { api, schema } = schemaOf({ properties: { a: { $ref: reference } } }, '3.1.0');
    const found = diagnosticOf(api, 'unresolvable-reference');
    expect(found).toMatchObject({ severity: 'error', pointer: '/components/schemas/S/properties/a/$ref' });
    expect(found?.position).toMatchObject({ file: 'api.json', line: 1 });
    expect(api.bundle(schema, 'response')).toEqual({ properties: { a: {} } });
  });

  it.each([
    ['an index', '#/components/schemas/S/prefixItems/1', 'number'],
    ['an escaped slash', '#/components/schemas/a~1b', 'null'],
    ['an escaped tilde', '#/components/schemas/c~0d', 'boolean'],
    ['percent-encoding', '#/components/schemas/%7Bx%7D', 'array'],
    ['an empty name', '#/components/schemas/', 'object'],
  ])('S16 a reference follows %s', (_, reference, type) => {
    const others = {
      'a/b': { type: 'null' },
      'c~d': { type: 'boolean' },
      '{x}': { type: 'array' },
      '': { type: 'object' },
    };
    const { api } = schemaOf({ prefixItems: [{ type: 'string' }, { type: 'number' }] }, '3.1.0', others);
    expect(api.deref({ $ref: reference })).toMatchObject({ type });
  });

  it.each(['^(a+)+$', '(a|a)*$', '^([a-z]*)*$', '(x+y*)+'])(
    'S17 the pattern %s may take exponential time',
    (pattern) => {
      const { api, schema } = schemaOf({ type: 'string', pattern });
      expect(diagnosticOf(api, 'costly-pattern')).toMatchObject({ severity: 'warning' });
      expect(schema).toMatchObject({ pattern });
    },
  );

  it.each(['^[a-z]+(-[a-z]+)*$', '^[0-9a-f]{8}(-[0-9a-f]{4}){3}$', '^(a|b)+$', '^\\S+@\\S+$'])(
    'S17 the pattern %s may not',
    (pattern) => {
      expect(codesOf(schemaOf({ type: 'string', pattern }).api)).toEqual([]);
    },
  );

  it.each([
    ['[\\w-.]', '[\\w\\-.]'],
    ['^\\d{3}\\-\\d{4}$', '^\\d{3}-\\d{4}$'],
    ['\\A[a-z]+\\z', '^[a-z]+$'],
    ['(?i)^ab[c-d]$', '^[aA][bB][c-dC-D]$'],
    ['^[\\_\\:\\"]$', '^[_:"]$'],
    ['(?P<year>\\d+)', '(?<year>\\d+)'],
    ['^[[:alpha:]]+$', '^[a-zA-Z]+$'],
    ['^{x}$', '^\\{x\\}$'],
    ['/^[a-z]$/i', '^[a-zA-Z]$'],
    ['^\\x{1F600}$', '^\\u{1F600}$'],
  ])('S18 the pattern %s is read as %s', (pattern, repaired) => {
    const { api, schema } = schemaOf({ type: 'string', pattern });
    expect((schema as SchemaObject).pattern).toBe(repaired);
    expect(diagnosticOf(api, 'repaired-pattern')?.pointer).toBe('/components/schemas/S/pattern');
    expect(() => new RegExp(repaired, 'u')).not.toThrow();
  });

  it.each(['^\\p{L}+$', '(?<=a)b', '^a{1,3}$', '^\\d+\\.\\d$', '^[^\\]]*$', '\\bx\\b'])(
    'S18 the pattern %s is left as it is',
    (pattern) => {
      const { api, schema } = schemaOf({ type: 'string', pattern });
      expect(schema).toEqual({ type: 'string', pattern });
      expect(codesOf(api)).toEqual([]);
    },
  );

  it.each(['(', '[z-a]', 'a**', '(?>a)', 'a++'])('S18 the pattern %s cannot be enforced', (pattern) => {
    const { api, schema } = schemaOf({ type: 'string', pattern });
    expect(schema).toEqual({ type: 'string' });
    expect(diagnosticOf(api, 'invalid-pattern')).toMatchObject({
      severity: 'error',
      pointer: '/components/schemas/S/pattern',
    });
  });

  it('S18 nor can a bad name pattern, and what it allowed is not refused for it', () => {
    const { api, schema } = schemaOf({
      additionalProperties: false,
      patternProperties: { '(': { type: 'string' }, '^a': true },
    });
    expect(schema).toEqual({ additionalProperties: true, patternProperties: { '^a': true } });
    expect(diagnosticOf(api, 'invalid-pattern')).toBeDefined();
  });

  it('S19 large enumerations and choices load', () => {
    const { api, schema } = schemaOf({
      enum: Array.from({ length: 20_000 }, (_, index) => `v${index}`),
      oneOf: Array.from({ length: 2_000 }, (_, index) => ({ minLength: index })),
    });
    expect((schema as SchemaObject).enum).toHaveLength(20_000);
    expect(codesOf(api)).toEqual([]);
  });

  it.each([
    [{ minimum: 5, maximum: 1 }, 'empty-range', {}],
    [{ minLength: 5, maxLength: 1 }, 'empty-range', {}],
    [{ minItems: 1e9 }, 'extreme-size', { minItems: 1e9 }],
    [{ minLength: 1e9 }, 'extreme-size', { minLength: 1e9 }],
    [{ multipleOf: 1e-300 }, 'extreme-size', { multipleOf: 1e-300 }],
    [{ multipleOf: 0 }, 'invalid-keyword', {}],
    [{ multipleOf: -1 }, 'invalid-keyword', {}],
    [{ minLength: -1 }, 'invalid-keyword', {}],
    [{ maxItems: 1.5 }, 'invalid-keyword', {}],
    [{ enum: [] }, 'invalid-keyword', {}],
    [{ enum: ['a', 'b', 'a'] }, 'duplicate-enum', { enum: ['a', 'b'] }],
    [{ type: 'any' }, 'invalid-keyword', {}],
    [{ type: ['string', 'string', 5] }, 'invalid-keyword', { type: ['string'] }],
    [{ required: true }, 'invalid-keyword', {}],
    [{ required: ['a', 'a'] }, 'invalid-keyword', { required: ['a'] }],
    [{ properties: { a: 5, b: {} } }, 'invalid-schema', { properties: { b: {} } }],
    [{ items: null }, 'invalid-keyword', {}],
    [{ allOf: [] }, 'invalid-keyword', {}],
    [{ allOf: {} }, 'invalid-keyword', {}],
    [{ oneOf: [5, {}] }, 'invalid-schema', { oneOf: [true, {}] }],
    [{ $ref: 5 }, 'invalid-keyword', {}],
    [{ format: 7 }, 'invalid-keyword', {}],
    [{ exclusiveMinimum: true, minimum: 3 }, 'invalid-keyword', { exclusiveMinimum: 3 }],
    [{ nullable: true, type: 'string' }, 'nullable-in-3.1', { type: ['string', 'null'] }],
  ])('S20 S33 %j gives %s', (schema, code, converted) => {
    const found = schemaOf(schema);
    expect(found.schema).toEqual(converted);
    expect(codesOf(found.api)).toEqual([code]);
    expect(found.api.diagnose()[0]?.pointer).toMatch(/^\/components\/schemas\/S\/./);
  });

  it('S21 references that fan out double at each step stay shared', () => {
    const schemas: Record<string, object> = { S0: { type: 'string' } };
    for (let n = 1; n <= 40; n++)
      schemas[`S${n}`] = {
        type: 'object',
        properties: { a: { $ref: `#/components/schemas/S${n - 1}` }, b: { $ref: `#/components/schemas/S${n - 1}` } },
      };
    const api = apiOf({ components: { schemas } });
    const bundle = api.bundle({ $ref: '#/components/schemas/S40' }, 'response');
    expect(Object.keys(bundle['$defs'] as object)).toHaveLength(41);
    expect(codesOf(api)).toEqual([]);
  });

  it('S22 a chain of a thousand allOf is followed', () => {
    const schemas: Record<string, object> = {
      S0: { type: 'object', required: ['x'], properties: { x: { readOnly: true } } },
    };
    for (let n = 1; n <= 1000; n++) schemas[`S${n}`] = { allOf: [{ $ref: `#/components/schemas/S${n - 1}` }] };
    const api = apiOf({ components: { schemas } });
    expect(JSON.stringify(api.bundle({ $ref: '#/components/schemas/S1000' }, 'request'))).not.toContain('required');
    expect(codesOf(api)).toEqual([]);
  });

  it('S22 so are chains that are longer than the stack', () => {
    const chained: Record<string, object> = { S0: { type: 'string' } };
    const nested: Record<string, object> = { S0: { type: 'string' } };
    for (let n = 1; n <= 12_000; n++) {
      const $ref = `#/components/schemas/S${n - 1}`;
      chained[`S${n}`] = n % 3 === 0 ? { $ref } : { [n % 3 === 1 ? 'allOf' : 'anyOf']: [{ $ref }] };
      nested[`S${n}`] = { type: 'object', required: ['a'], properties: { a: { $ref } } };
    }
    for (const schemas of [chained, nested]) {
      const api = apiOf({ components: { schemas } });
      const last = { $ref: '#/components/schemas/S12000' };
      expect(Object.keys(api.bundle(last, 'request')['$defs'] as object).length).toBeGreaterThan(12_000);
      expect(typesOf(api, last)).toHaveLength(1);
    }
  });

  it('S22 parts of an allOf that exclude each other are named', () => {
    expect(
      diagnosticOf(schemaOf({ allOf: [{ type: 'string' }, { type: 'object' }] }).api, 'unsatisfiable-schema')?.message,
    ).toContain('string');
    expect(codesOf(schemaOf({ allOf: [{ type: 'number' }, { type: 'integer' }] }).api)).toEqual([]);
  });

  it('S23 an operationId that stands twice, or differs only by case', () => {
    const api = apiOf({
      paths: {
        '/a': { get: { operationId: 'one', ...ok } },
        '/b': { get: { operationId: 'one', ...ok } },
        '/c': { get: { operationId: 'ONE', ...ok } },
      },
    });
    expect(api.operations.map((each) => each.id)).toEqual(['one', 'GET /b', 'ONE']);
    expect(diagnosticOf(api, 'duplicate-operation-id')).toMatchObject({
      severity: 'error',
      pointer: '/paths/~1b/get/operationId',
    });
    expect(diagnosticOf(api, 'similar-operation-id')).toMatchObject({ severity: 'warning' });
    expect(api.operation('GET /b')?.path).toBe('/b');
  });

  it('an operation that is a reference is that operation, and the one that leads nowhere is left out', () => {
    const api = apiOf({
      paths: {
        '/a': { get: { $ref: '#/components/x-operations/list' }, put: { $ref: '#/components/x-operations/absent' } },
      },
      components: { 'x-operations': { list: { operationId: 'list', ...ok } } },
    });
    expect(api.operations.map(({ id, method, path }) => [id, method, path])).toEqual([['list', 'GET', '/a']]);
    expect(api.operations[0]?.responses.map(({ status }) => status)).toEqual(['200']);
    expect(diagnosticOf(api, 'operation-reference')).toMatchObject({
      severity: 'warning',
      pointer: '/paths/~1a/get',
    });
    expect(diagnosticOf(api, 'unresolvable-reference')).toMatchObject({ severity: 'error' });
  });

  it.each([
    [
      'identical templates',
      {
        '/p/{id}': { get: { parameters: [path('id')], ...ok } },
        '/p/{name}': { put: { parameters: [path('name')], ...ok } },
      },
      'equivalent-path',
      'error',
    ],
    [
      'ambiguous templates',
      {
        '/{a}/me': { get: { parameters: [path('a')], ...ok } },
        '/books/{id}': { get: { parameters: [path('id')], ...ok } },
      },
      'ambiguous-path',
      'warning',
    ],
    [
      'a name twice',
      { '/p/{id}/{id}': { get: { parameters: [path('id')], ...ok } } },
      'repeated-path-parameter',
      'error',
    ],
    ['an undeclared name', { '/p/{id}': { get: ok } }, 'undeclared-path-parameter', 'error'],
    ['an unused parameter', { '/p': { get: { parameters: [path('id')], ...ok } } }, 'unused-path-parameter', 'error'],
    [
      'an optional path parameter',
      { '/p/{id}': { get: { parameters: [path('id', false)], ...ok } } },
      'optional-path-parameter',
      'error',
    ],
  ])('S24 %s', (_, paths, code, severity) => {
    expect(apiOf({ paths }).diagnose()).toMatchObject([{ code, severity }]);
  });

  it('S25 a path parameter after a colon is read as one in braces, if it is declared or called an id', () => {
    const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } };
    const api = apiOf({ paths: { '/pets/:id/toys': { get: { ...ok, parameters: [id] } }, '/pets/:all': { get: ok } } });
    expect(api.match({ method: 'GET', path: '/pets/7/toys' })).toMatchObject({ kind: 'found' });
    expect(api.match({ method: 'GET', path: '/pets/7' })).toMatchObject({ kind: 'unknown-path' });
    expect(diagnosticOf(api, 'invalid-path')?.message).toContain('must be written as /pets/{id}/toys');
    expect(codesOf(api)).not.toContain('unused-path-parameter');
    const bare = apiOf({ paths: { '/pets/:petId': { get: ok } } });
    expect(bare.match({ method: 'GET', path: '/pets/7' })).toMatchObject({ kind: 'found', pathParams: { petId: '7' } });
  });

  it.each([
    ['pets', 'error'],
    ['/pets?all=1', 'error'],
    // OpenAPI's own schema lets it pass.
    ['/pets#part', 'warning'],
  ])('S25 the path %s', (wrong, severity) => {
    const api = apiOf({ paths: { [wrong]: { get: ok } } });
    expect(diagnosticOf(api, 'invalid-path')).toMatchObject({ severity });
    expect(api.match({ method: 'GET', path: '/pets' })).toMatchObject({ kind: 'found' });
  });

  it.each([
    [{ parameters: {} }, 'invalid-object', '/paths/~1x/get/parameters'],
    [{ responses: [] }, 'invalid-object', '/paths/~1x/get/responses'],
    [{ parameters: [5] }, 'invalid-object', '/paths/~1x/get/parameters/0'],
    [{ parameters: [{ name: 'a', in: 'body' }] }, 'invalid-parameter', '/paths/~1x/get/parameters/0'],
    [
      { parameters: [{ name: 'a', in: 'query', style: 'matrix', schema: {} }] },
      'invalid-style',
      '/paths/~1x/get/parameters/0/style',
    ],
    [{ requestBody: 'x' }, 'invalid-object', '/paths/~1x/get/requestBody'],
    [
      { requestBody: { $ref: '#/components/requestBodies/no' } },
      'unresolvable-reference',
      '/paths/~1x/get/requestBody/$ref',
    ],
    [{ security: {} }, 'invalid-object', '/paths/~1x/get/security'],
  ])('S33 %j is diagnosed at its place', (members, code, pointer) => {
    const { api } = operationOf(members);
    expect(diagnosticOf(api, code)).toMatchObject({ severity: 'error', pointer });
  });

  it('S34 statuses that are none', () => {
    const { api, operation } = operationOf({
      responses: { '2xx': {}, '20X': {}, 999: {}, '4XX': { description: 'no' }, default: { description: 'd' } },
    });
    expect(operation.responses.map((each) => each.status)).toEqual(['4XX', 'default']);
    expect(codesOf(api)).toEqual(['invalid-status', 'invalid-status', 'invalid-status']);
    expect(codesOf(operationOf({ responses: {} }).api)).toEqual(['no-responses']);
  });

  it('S35 a security requirement of an unknown scheme, which no request satisfies', () => {
    const { api, operation } = operationOf({ security: [{ ghost: ['a'] }, {}] });
    expect(operation.security).toEqual([[{ name: 'ghost', scheme: { kind: 'unknown' }, scopes: ['a'] }], []]);
    expect(diagnosticOf(api, 'unknown-security-scheme')).toMatchObject({
      severity: 'error',
      pointer: '/paths/~1x/get/security/0/ghost',
    });
  });

  it.each([
    [{ url: 'https://{host}/v1' }, 'undefined-server-variable'],
    [{ url: 'https://{h}/v1', variables: { h: { default: 'c', enum: ['a', 'b'] } } }, 'server-default-not-in-enum'],
    [{ url: 'javascript:alert(1)' }, 'server-url'],
    [{ url: 'https://u:p@h/v1' }, 'server-url'],
    [{ url: 'https://h/v1?x=1' }, 'server-url'],
    [{ url: 'https://h:99999/v1' }, 'server-url'],
  ])('S36 the server %j', (server, code) => {
    expect(codesOf(apiOf({ servers: [server] }))).toContain(code);
  });

  it.each([
    ['/v1/', ['/v1']],
    ['https://h/v1//', ['/v1']],
    ['.', ['']],
    ['v1', ['/v1']],
    ['https://h', ['']],
  ])('S36 the server %s serves below %j', (url, basePaths) => {
    const api = apiOf({ servers: [{ url }] });
    expect(api.basePaths).toEqual(basePaths);
    expect(codesOf(api)).toEqual([]);
  });

  it.each([
    ['{endpoint}/v2', 'none', ['/v2']],
    ['{endpoint}/v2', 'api.example.com', ['/v2']],
    ['{endpoint}/v2', 'https://api.example.com/eu', ['/eu/v2']],
    ['{root}/v2', '/eu', ['/eu/v2']],
  ])('the server %s with the variable %s serves below %j', (url, value, basePaths) => {
    const [name = ''] = /\w+/.exec(url) ?? [];
    const api = apiOf({ servers: [{ url, variables: { [name]: { default: value } } }] });
    expect(api.basePaths).toEqual(basePaths);
  });

  it('S37 example beside examples, and examples that stand elsewhere', () => {
    const content = {
      'application/json': { example: 1, examples: { a: { value: 2 }, b: { externalValue: 'http://127.0.0.1/x' } } },
    };
    const { api, operation } = operationOf({ requestBody: { content } });
    expect(operation.body?.content[0]?.examples).toMatchObject([
      { name: 'example', value: 1 },
      { name: 'a', value: 2 },
    ]);
    expect(codesOf(api)).toEqual(['example-and-examples', 'external-example']);
  });

  it.each([
    ['application/form-data', 'multipart/form-data'],
    ['application/x-form-urlencoded', 'application/x-www-form-urlencoded'],
    ['JSON', 'application/json'],
  ])('%s is read as %s', (written, meant) => {
    const { api, operation } = operationOf({ requestBody: { content: { [written]: {} } } });
    expect(operation.body?.content.map(({ mediaType }) => mediaType)).toEqual([meant]);
    expect(codesOf(api)).toEqual(['misspelt-media-type']);
  });

  it.each([
    [{ 'application/octet-stream': { schema: { properties: { a: {} } } } }, 'application/json'],
    [{ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }, 'application/octet-stream'],
  ])('an object whose only media type is bytes is sent as JSON: %j', (content, meant) => {
    const { api, operation } = operationOf({ requestBody: { content } });
    expect(operation.body?.content.map(({ mediaType }) => mediaType)).toEqual([meant]);
    expect(codesOf(api)).toEqual(meant === 'application/json' ? ['misspelt-media-type'] : []);
  });

  it('S42 a discriminator that maps to nothing', () => {
    const { api, schema } = schemaOf(
      {
        oneOf: [{ $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'k', mapping: { dog: 'Dog', hound: '#/components/schemas/Dog', cat: 'Cat' } },
      },
      '3.1.0',
      { Dog: { type: 'object' } },
    );
    expect((schema as SchemaObject).discriminator?.mapping).toEqual({
      dog: '#/components/schemas/Dog',
      hound: '#/components/schemas/Dog',
      cat: 'Cat',
    });
    expect(diagnosticOf(api, 'unresolvable-reference')?.pointer).toBe(
      '/components/schemas/S/discriminator/mapping/cat',
    );
  });

  it('a discriminator that names a list', () => {
    const { api, schema } = schemaOf({
      discriminator: { propertyName: 'content' },
      properties: { content: { type: 'array', items: {} } },
    });
    expect((schema as SchemaObject).discriminator).toBeUndefined();
    expect(diagnosticOf(api, 'invalid-keyword')?.pointer).toBe('/components/schemas/S/discriminator');
  });

  it('M07 a method of its own that no server receives', () => {
    const api = apiOf({ paths: { '/x': { additionalOperations: { LINK: ok, FROB: ok, POST: ok } } } }, '3.2.0');
    expect(api.operations.map((each) => each.method)).toEqual(['LINK', 'FROB']);
    expect(codesOf(api)).toEqual(['unreachable-method', 'invalid-method']);
  });

  it('a loop of references that is not among the components', () => {
    const api = apiOf({ paths: { '/x': { $ref: '#/paths/~1y' }, '/y': { $ref: '#/paths/~1x' }, '/z': { get: ok } } });
    expect(api.operations.map((each) => each.path)).toEqual(['/z']);
    expect(diagnosticOf(api, 'reference-loop')).toMatchObject({ severity: 'error' });
  });

  it('a broken webhook or callback, though nothing else reads it', () => {
    const api = apiOf({
      webhooks: { w: { post: { requestBody: { $ref: '#/components/requestBodies/none' }, ...ok } } },
    });
    expect(diagnosticOf(api, 'unresolvable-reference')?.pointer).toBe('/webhooks/w/post/requestBody/$ref');
  });

  it('with strict, any error refuses the document, with its place', async () => {
    const text = 'openapi: 3.1.0\npaths:\n  /x:\n    get:\n      responses:\n        "2xx": {}\n';
    const { code, message } = await refusalOf(() => parseApi({ name: 'a.yaml', text }, { strict: true }));
    expect(code).toBe('document.refused');
    expect(message).toContain('a.yaml:6:9: invalid-status');
    expect(yaml(text).operations).toHaveLength(1);
  });
});
