import { describe, expect, it } from 'vitest';
import { parseApi, type SchemaObject } from '../../src/spec/index.ts';
import { apiOf, codesOf, operationOf, schemaOf } from './documents.ts';

describe('A 3.0 schema becomes JSON Schema 2020-12:', () => {
  it.each([
    ['nullable adds null to the type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'and leaves enum as it is',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a'] },
    ],
    ['nullable: false says nothing', { type: 'string', nullable: false }, { type: 'string' }],
    ['a flag beside minimum', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['a false flag', { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
    ['a flag without a bound', { exclusiveMinimum: true }, {}],
    ['example', { example: { $ref: '#/nowhere' } }, { examples: [{ $ref: '#/nowhere' }] }],
    [
      'siblings of $ref are ignored',
      { $ref: '#/components/schemas/O', nullable: true, description: 'x' },
      { $ref: '#/components/schemas/O' },
    ],
    ['additionalProperties', { additionalProperties: false }, { additionalProperties: false }],
    [
      'readOnly, writeOnly, deprecated, xml',
      { readOnly: true, writeOnly: false, deprecated: true, xml: { name: 'n' } },
      { readOnly: true, writeOnly: false, deprecated: true, xml: { name: 'n' } },
    ],
    ['extensions stay', { 'x-a': 1, unknown: 2 }, { 'x-a': 1 }],
  ])('%s', (_, before, after) => {
    const { api } = schemaOf({ properties: { p: before } }, '3.0.3', { O: { type: 'object' } });
    const holder = api.deref({ $ref: '#/components/schemas/S' }) as SchemaObject;
    expect(holder.properties?.['p']).toEqual(after);
  });

  it.each(['allOf', 'anyOf', 'oneOf'])('nullable without type beside %s changes nothing, and is said', (keyword) => {
    const { api, schema } = schemaOf({ nullable: true, [keyword]: [{ type: 'string' }] }, '3.0.3');
    expect(schema).toEqual({ [keyword]: [{ type: 'string' }] });
    expect(codesOf(api)).toEqual(['nullable-without-type']);
  });

  it.each([{ const: 1 }, { type: ['string', 'null'] }, { patternProperties: { '^a': true } }])(
    '%j is read as in 3.1, and said',
    (before) => {
      const { api, schema } = schemaOf(before, '3.0.3');
      expect(schema).toEqual(before);
      expect(codesOf(api)).toEqual(['later-keyword']);
    },
  );

  it('ignored constraints beside $ref are said', () => {
    const { api } = schemaOf({ properties: { p: { $ref: '#/components/schemas/O', minLength: 1 } } }, '3.0.3', {
      O: {},
    });
    expect(codesOf(api)).toEqual(['ignored-siblings']);
  });
});

describe('A 2.0 document is read in terms of 3.1:', () => {
  const swagger = (operation: object, members: object = {}) => operationOf(operation, '2.0', members);

  it('schemas with x-nullable, file and a discriminator by name', () => {
    const { schema } = schemaOf(
      {
        type: 'object',
        discriminator: 'kind',
        properties: { a: { type: 'integer', 'x-nullable': true, exclusiveMinimum: true, minimum: 0 } },
      },
      '2.0',
    );
    expect(schema).toEqual({
      type: 'object',
      discriminator: { propertyName: 'kind' },
      properties: { a: { type: ['integer', 'null'], exclusiveMinimum: 0 } },
    });
  });

  it('a body parameter is the request body', () => {
    const { api, operation } = swagger(
      {
        consumes: ['application/xml', 'application/json'],
        parameters: [{ in: 'body', name: 'b', required: true, description: 'd', schema: { $ref: '#/definitions/P' } }],
      },
      { definitions: { P: { type: 'object' } } },
    );
    expect(operation.parameters).toEqual([]);
    expect(operation.body).toMatchObject({
      required: true,
      description: 'd',
      content: [
        { mediaType: 'application/xml' },
        { mediaType: 'application/json', schema: { $ref: '#/definitions/P' } },
      ],
    });
    expect(codesOf(api)).toEqual([]);
  });

  it('several body parameters are the properties of one object, unless one has properties', () => {
    const joined = swagger({
      consumes: ['application/json'],
      parameters: [
        { in: 'body', name: 'name', required: true, schema: { type: 'string' } },
        { in: 'body', name: 'state', schema: { type: 'integer' } },
      ],
    });
    const [media] = joined.operation.body?.content ?? [];
    expect(media).toMatchObject({ schema: { properties: { name: { type: 'string' } }, required: ['name'] } });
    expect(codesOf(joined.api)).toContain('several-bodies');
    const whole = swagger({
      parameters: [
        { in: 'body', name: 'token', schema: { type: 'string' } },
        { in: 'body', name: 'user', schema: { type: 'object', properties: { id: { type: 'string' } } } },
      ],
    });
    expect(whole.operation.body?.content[0]?.schema).toMatchObject({ properties: { id: { type: 'string' } } });
  });

  it('formData parameters are the properties of a form', () => {
    const { operation } = swagger({
      parameters: [
        { in: 'formData', name: 'file', type: 'file', required: true },
        { in: 'formData', name: 'tags', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
      ],
    });
    expect(operation.body).toMatchObject({
      required: true,
      content: [
        {
          mediaType: 'multipart/form-data',
          schema: {
            type: 'object',
            required: ['file'],
            properties: {
              file: { type: 'string', format: 'binary' },
              tags: { type: 'array', items: { type: 'string' } },
            },
          },
          encoding: { tags: { style: 'form', explode: true } },
        },
      ],
    });
    expect(
      swagger({ parameters: [{ in: 'formData', name: 'a', type: 'string' }] }).operation.body?.content[0]?.mediaType,
    ).toBe('application/x-www-form-urlencoded');
  });

  it.each([
    [undefined, 'form', false],
    ['csv', 'form', false],
    ['multi', 'form', true],
    ['ssv', 'spaceDelimited', false],
    ['tsv', 'tabDelimited', false],
    ['pipes', 'pipeDelimited', false],
  ])('collectionFormat %s is style %s', (collectionFormat, style, explode) => {
    const { api, operation } = swagger({
      parameters: [
        {
          in: 'query',
          name: 'q',
          type: 'array',
          items: { type: 'integer' },
          required: false,
          ...(collectionFormat ? { collectionFormat } : {}),
        },
      ],
    });
    expect(operation.parameters[0]).toMatchObject({
      style,
      explode,
      schema: { type: 'array', items: { type: 'integer' } },
    });
    expect(codesOf(api)).toEqual([]);
  });

  it('a response has one schema for all that is produced, and examples by media type', () => {
    const { operation } = swagger(
      {
        responses: {
          200: {
            description: 'd',
            schema: { type: 'string' },
            headers: { 'X-A': { type: 'integer', maximum: 5 } },
            examples: { 'application/json': { $ref: 'data' } },
          },
        },
      },
      { produces: ['application/json', 'text/plain'] },
    );
    expect(operation.responses[0]).toMatchObject({
      status: '200',
      headers: [{ name: 'X-A', schema: { type: 'integer', maximum: 5 } }],
      content: [
        { mediaType: 'application/json', schema: { type: 'string' }, examples: [{ value: { $ref: 'data' } }] },
        { mediaType: 'text/plain', examples: [] },
      ],
    });
  });

  it('an example for a range of media types is that of each type in it that has none of its own', () => {
    const examples = { 'text/html': 'own', 'text/*': 'text', '*/*': 'any' };
    const { operation } = swagger(
      { responses: { 200: { description: 'd', schema: { type: 'string' }, examples } } },
      { produces: ['text/html', 'text/plain', 'application/json'] },
    );
    expect(operation.responses[0]?.content).toMatchObject([
      { mediaType: 'text/html', examples: [{ value: 'own' }] },
      { mediaType: 'text/plain', examples: [{ value: 'text' }] },
      { mediaType: 'application/json', examples: [{ value: 'any' }] },
    ]);
  });

  it('a file in an answer is bytes', () => {
    const { operation } = swagger({ responses: { 200: { description: '', schema: { type: 'file' } } } });
    expect(operation.responses[0]?.content).toMatchObject([
      { mediaType: 'application/octet-stream', schema: { type: 'string', format: 'binary' } },
    ]);
  });

  it('security, base path and shared parts', () => {
    const { api, operation } = swagger(
      {
        parameters: [{ $ref: '#/parameters/L' }],
        responses: { 200: { $ref: '#/responses/R' } },
        security: [{ b: [] }, { o: ['read'] }],
      },
      {
        basePath: '/v2/',
        parameters: { L: { in: 'query', name: 'l', type: 'integer' } },
        responses: { R: { description: 'r' } },
        securityDefinitions: { b: { type: 'basic' }, o: { type: 'oauth2', flow: 'implicit', scopes: { read: '' } } },
      },
    );
    expect(api.basePaths).toEqual(['/v2']);
    expect(operation.parameters[0]?.pointer).toBe('/parameters/L');
    expect(operation.responses[0]).toMatchObject({ description: 'r', pointer: '/responses/R' });
    expect(operation.security).toMatchObject([
      [{ scheme: { kind: 'http', scheme: 'basic' } }],
      [{ scheme: { kind: 'oauth2', scopes: ['read'] }, scopes: ['read'] }],
    ]);
  });
});

describe('A 3.1 schema', () => {
  it('is left as it is', () => {
    const schema = {
      type: ['string', 'null'],
      const: 'a',
      examples: ['a'],
      exclusiveMinimum: 2,
      prefixItems: [true],
      unevaluatedProperties: false,
      dependentRequired: { a: ['b'] },
      if: {},
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { minLength: 1 },
      contentMediaType: 'image/png',
    };
    expect(schemaOf(schema).schema).toEqual(schema);
  });

  it.each([
    ['draft-07', 'http://json-schema.org/draft-07/schema#'],
    ['2019-09', 'https://json-schema.org/draft/2019-09/schema'],
  ])('of %s may be a tuple with array items', (_, $schema) => {
    const { api, schema } = schemaOf({ $schema, items: [{ type: 'string' }], additionalItems: false });
    expect(schema).toEqual({ prefixItems: [{ type: 'string' }], items: false });
    expect(codesOf(api)).toEqual([]);
  });

  it('of draft-07 may have definitions, dependencies and ignored siblings, through all of its subschemas', () => {
    const { api, schema } = schemaOf({
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { d: { type: 'string' } },
      dependencies: { a: ['b'], c: { required: ['d'] } },
      properties: { p: { $ref: '#/components/schemas/S/definitions/d', minLength: 5 } },
    });
    expect(schema).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'] } },
      properties: { p: { $ref: '#/components/schemas/S/definitions/d' } },
    });
    expect(codesOf(api)).toEqual(['ignored-siblings']);
  });

  it('of draft-04 has flags for exclusive bounds', () => {
    const { api, schema } = schemaOf({
      $schema: 'http://json-schema.org/draft-04/schema#',
      minimum: 1,
      exclusiveMinimum: true,
    });
    expect(schema).toEqual({ exclusiveMinimum: 1 });
    expect(codesOf(api)).toEqual([]);
  });

  it('takes the dialect of its document where it names none', () => {
    const api = apiOf({
      jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
      components: { schemas: { S: { items: [true] } } },
    });
    expect(api.deref({ $ref: '#/components/schemas/S' })).toEqual({ prefixItems: [true] });
  });

  it('that is a boolean stays one', () => {
    expect(schemaOf({ properties: { a: true, b: false } }).schema).toEqual({ properties: { a: true, b: false } });
  });

  it.each([
    [
      'JSON',
      'a.json',
      '{"openapi":"3.1.0","paths":{},"components":{"schemas":{"S":{"maximum":9223372036854775807,"enum":[9007199254740993,-9007199254740993,1]}}}}',
    ],
    [
      'YAML',
      'a.yaml',
      'openapi: 3.1.0\npaths: {}\ncomponents: {schemas: {S: {maximum: 9223372036854775807, enum: [9007199254740993, -9007199254740993, 1]}}}\n',
    ],
  ])('S32 keeps all digits of its numbers in %s; a bundle has the nearest doubles', (_, name, text) => {
    const api = parseApi({ name, text });
    const schema = api.deref({ $ref: '#/components/schemas/S' });
    expect(schema).toEqual({ maximum: 9223372036854775807n, enum: [9007199254740993n, -9007199254740993n, 1] });
    expect(api.bundle(schema, 'request')).toEqual({ maximum: 2 ** 63, enum: [9007199254740992, -9007199254740992, 1] });
  });

  it('knows a $ref in data for data', () => {
    const data = { $ref: '#/nowhere' };
    const { api, schema } = schemaOf({ default: data, const: data, enum: [data], examples: [data], 'x-y': data });
    expect(schema).toEqual({ default: data, const: data, enum: [data], examples: [data], 'x-y': data });
    expect(codesOf(api)).toEqual([]);
  });
});

describe('What 3.2 adds is read:', () => {
  it('query, additionalOperations, querystring, itemSchema, data values, mediaTypes, tags, $self', () => {
    const api = apiOf(
      {
        $self: 'https://example.com/api',
        tags: [{ name: 'a' }, { name: 'b', parent: 'a', kind: 'nav' }],
        components: { mediaTypes: { M: { itemSchema: { type: 'integer' } } } },
        paths: {
          '/x': {
            query: {
              parameters: [
                { name: 'q', in: 'querystring', content: { 'application/json': { schema: { type: 'object' } } } },
              ],
              responses: {
                200: {
                  summary: 's',
                  content: {
                    'application/jsonl': { $ref: '#/components/mediaTypes/M' },
                    'application/json': { examples: { e: { dataValue: [1], serializedValue: '[1]' } } },
                  },
                },
              },
            },
            additionalOperations: { COPY: { responses: { 200: {} } } },
          },
        },
      },
      '3.2.0',
    );
    const [query, copy] = api.operations;
    expect(query).toMatchObject({
      method: 'QUERY',
      parameters: [{ in: 'querystring', content: { mediaType: 'application/json' } }],
    });
    expect(query?.responses[0]).toMatchObject({
      description: 's',
      content: [
        { mediaType: 'application/jsonl', itemSchema: { type: 'integer' } },
        { examples: [{ name: 'e', value: [1], text: '[1]' }] },
      ],
    });
    expect(copy?.method).toBe('COPY');
    expect(api.tags).toEqual([{ name: 'a' }, { name: 'b', parent: 'a', kind: 'nav' }]);
    expect(codesOf(api)).toEqual([]);
  });

  it('before 3.2 `query` is not a method', () => {
    expect(apiOf({ paths: { '/x': { query: {} } } }).operations).toEqual([]);
  });

  it('a security scheme that is named by a URI', () => {
    const { operation } = operationOf({ security: [{ '#/x-schemes/k': [] }] }, '3.2.0', {
      'x-schemes': { k: { type: 'apiKey', in: 'header', name: 'K' } },
    });
    expect(operation.security[0]?.[0]?.scheme).toEqual({ kind: 'apiKey', in: 'header', name: 'K' });
  });

  it('a discriminator with a default', () => {
    const { schema } = schemaOf({ discriminator: { propertyName: 'k', defaultMapping: 'O' } }, '3.2.0', { O: {} });
    expect(schema).toEqual({ discriminator: { propertyName: 'k', defaultMapping: '#/components/schemas/O' } });
  });
});
