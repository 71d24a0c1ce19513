import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/index.ts';
import { createValidator } from '../../src/validation/index.ts';
import { answer, apiOf, apiWithAnswer, apiWithBody, brief, jsonOf, pointers, send, textBody } from './apis.ts';

/** What a person is told about a JSON body. */
function told(schema: Json, value: Json, components: Json = {}): readonly string[] {
  const api = apiWithBody(schema, components);
  return send(createValidator({ api }), api, { body: jsonOf(value) }).map(({ message }) => message);
}

describe('a violation names the field and the rule in plain words', () => {
  const cases: readonly (readonly [Json, Json, string])[] = [
    [
      { properties: { name: { type: 'string', minLength: 1 } } },
      { name: '' },
      '`name` must have at least 1 character, but has 0',
    ],
    [
      { properties: { name: { maxLength: 2 } } },
      { name: '🐶🐶🐶' },
      '`name` must have at most 2 characters, but has 3',
    ],
    [{ required: ['name'] }, {}, '`name` is required'],
    [{ type: 'object' }, [], 'The body must be an object, but is an array'],
    [
      { properties: { a: { type: ['integer', 'null'] } } },
      { a: 'x' },
      '`a` must be an integer or null, but is the string "x"',
    ],
    [{ properties: { s: { enum: ['a', 'b'] } } }, { s: 'c' }, '`s` must be one of "a", "b", but is "c"'],
    [{ properties: { s: { enum: [true] } } }, { s: false }, '`s` must be true, but is false'],
    [
      { properties: { tags: { items: { properties: { id: { minimum: 1 } } } } } },
      { tags: [{ id: 0 }] },
      '`tags[0].id` must be at least 1, but is 0',
    ],
    [{ additionalProperties: false }, { x: 1 }, '`x` is not a documented property'],
    [{ properties: { a: { format: 'uuid' } } }, { a: 'x' }, '`a` must be of the format `uuid`, but is "x"'],
    [{ properties: { a: { multipleOf: 5 } } }, { a: 3 }, '`a` must be a multiple of 5, but is 3'],
    [{ properties: { a: { uniqueItems: true } } }, { a: [1, 1] }, '`a` must not have the same item twice'],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { A1: 1 }, 'The body must not have a property named "A1"'],
  ];

  test.each(cases.map((each) => [each[2], each] as const))('%s', (_, [schema, value, message]) => {
    expect(told(schema, value)).toEqual([message]);
  });

  test('the rule is the place in the document where it stands, through references', () => {
    const api = apiWithBody(
      { $ref: '#/components/schemas/Pet' },
      {
        schemas: {
          Pet: { properties: { name: { $ref: '#/components/schemas/Name' } } },
          Name: { type: 'string', minLength: 2 },
        },
      },
    );
    const [violation] = send(createValidator({ api }), api, { body: jsonOf({ name: 'x' }) });
    expect(violation).toMatchObject({
      pointer: '/body/name',
      rule: '/components/schemas/Name/minLength',
      keyword: 'minLength',
    });
  });

  test('names are escaped in pointers', () => {
    const api = apiWithBody({ properties: { 'a/b~c': { type: 'string' } } });
    expect(pointers(send(createValidator({ api }), api, { body: jsonOf({ 'a/b~c': 1 }) }))).toEqual(['/body/a~1b~0c']);
  });

  test('at most twenty violations are reported for a body, always the same ones', () => {
    const api = apiWithBody({ items: { type: 'integer' } });
    const body = jsonOf(Array.from({ length: 100 }, () => 'x'));
    const violations = send(createValidator({ api }), api, { body });
    expect(pointers(violations)).toEqual(Array.from({ length: 20 }, (_, n) => `/body/${n}`));
    expect(send(createValidator({ api }), api, { body })).toEqual(violations);
  });
});

describe('of alternatives only the nearest is reported', () => {
  const components = {
    schemas: {
      Cat: {
        type: 'object',
        required: ['kind', 'lives'],
        properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
      },
      Dog: {
        type: 'object',
        required: ['kind', 'tricks'],
        properties: { kind: { const: 'dog' }, tricks: { type: 'array' } },
      },
    },
  };
  const refs = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];

  test('the branch whose tag fits', () => {
    expect(told({ oneOf: refs }, { kind: 'dog', tricks: 1 }, components)).toEqual([
      '`tricks` must be an array, but is 1',
    ]);
  });

  test('the branch that the discriminator names, although another is nearer', () => {
    const discriminator = { propertyName: 'kind', mapping: { hound: '#/components/schemas/Dog' } };
    expect(told({ oneOf: refs, discriminator }, { kind: 'hound', lives: 9 }, components)).toEqual([
      '`tricks` is required',
      '`kind` must be "dog", but is "hound"',
    ]);
  });

  test('all types together where none fits', () => {
    expect(told({ anyOf: [{ type: 'string' }, { type: 'object' }] }, 7)).toEqual([
      'The body must be a string or an object, but is 7',
    ]);
  });

  test('alternatives within alternatives', () => {
    const nested = { oneOf: [{ type: 'null' }, { properties: { pet: { oneOf: refs } }, required: ['pet'] }] };
    expect(told(nested, { pet: { kind: 'cat', lives: 'x' } }, components)).toEqual([
      '`pet.lives` must be an integer, but is the string "x"',
    ]);
  });

  test('fitting two of one is said as such', () => {
    expect(told({ oneOf: [{ type: 'integer' }, { type: 'number', minimum: 0 }] }, 1)).toEqual([
      'The body must fit exactly one of 2 alternatives, but fits number 1 and number 2',
    ]);
  });

  test('what else is wrong beside an alternative is reported too', () => {
    const schema = {
      required: ['id'],
      anyOf: [{ required: ['a'] }, { required: ['b'], properties: { c: { type: 'string' } } }],
    };
    expect(told(schema, { c: 1 })).toEqual(['`a` is required', '`id` is required']);
  });
});

describe('requests', () => {
  test('a missing parameter, a missing body, a body in another type', () => {
    const api = apiOf({
      parameters: [{ name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    });
    const validator = createValidator({ api });
    expect(brief(send(validator, api, {}))).toEqual(['/header/x-trace required', '/body required']);
    const headers = [['x-trace', 'a']] as const;
    expect(brief(send(validator, api, { headers, body: textBody('<a/>', 'application/xml') }))).toEqual([
      '/header/content-type media-type.unsupported',
    ]);
    expect(
      brief(send(validator, api, { headers, body: { kind: 'oversize', mediaType: 'application/json', limit: 10 } })),
    ).toEqual(['/body body.too-large']);
    expect(
      brief(send(validator, api, { headers, body: { kind: 'bytes', mediaType: '', bytes: new Uint8Array(1) } })),
    ).toEqual(['/header/content-type media-type.unsupported']);
  });

  test('a declared Authorization, Accept or Content-Type header is ignored', () => {
    const parameters = ['Authorization', 'Accept', 'Content-Type'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'integer' },
    }));
    const api = apiOf({ parameters });
    expect(send(createValidator({ api, fast: false }), api, {})).toEqual([]);
  });

  test('an exploded form object is read as OpenAPI says', () => {
    const schema = { type: 'object', properties: { r: { type: 'integer' }, g: { type: 'integer' } }, required: ['r'] };
    const api = apiOf({
      parameters: [{ name: 'color', in: 'query', required: true, style: 'form', explode: true, schema }],
    });
    expect(send(createValidator({ api, fast: false }), api, { query: 'r=1&g=2' })).toEqual([]);
    expect(brief(send(createValidator({ api, fast: false }), api, { query: 'r=x' }))).toEqual(['/query/color/r type']);
  });

  test('bytes pass any schema, forms are held to theirs', () => {
    const content = {
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      'application/x-www-form-urlencoded': { schema: { type: 'object', required: ['a'] } },
    };
    const api = apiOf({ requestBody: { content } });
    const validator = createValidator({ api, fast: false });
    expect(
      send(validator, api, {
        body: { kind: 'bytes', mediaType: 'application/octet-stream', bytes: new Uint8Array(3) },
      }),
    ).toEqual([]);
    expect(send(validator, api, { body: textBody('a=1', 'application/x-www-form-urlencoded') })).toEqual([]);
    expect(brief(send(validator, api, { body: textBody('b=1', 'application/x-www-form-urlencoded') }))).toEqual([
      '/body/a required',
    ]);
  });
});

describe('responses', () => {
  test('exact status before range before default', () => {
    const of = (type: string) => ({ description: '', content: { 'application/json': { schema: { type } } } });
    const api = apiOf({ responses: { 404: of('string'), '4XX': of('integer'), default: of('boolean') } });
    const validator = createValidator({ api });
    const verdicts = [404, 409, 500].map((status) =>
      [jsonOf('a'), jsonOf(1), jsonOf(true)].map((body) => answer(validator, api, { status, body }).length),
    );
    expect(verdicts).toEqual([
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
    ]);
  });

  test('documented header fields are required and typed', () => {
    const headers = { 'X-Count': { required: true, schema: { type: 'integer', minimum: 0 } } };
    const api = apiOf({ responses: { 200: { description: '', headers } } });
    const validator = createValidator({ api, fast: false });
    expect(answer(validator, api, { headers: [['x-count', '3']] })).toEqual([]);
    expect(brief(answer(validator, api, {}))).toEqual(['/header/x-count required']);
    expect(brief(answer(validator, api, { headers: [['X-Count', '-1']] }))).toEqual(['/header/x-count minimum']);
  });

  test('a body that is missing, unexpected or unreadable', () => {
    const api = apiWithAnswer({ type: 'object' });
    const validator = createValidator({ api });
    expect(brief(answer(validator, api, {}))).toEqual(['/body response.body-missing']);
    expect(brief(answer(validator, api, { body: textBody('{', 'application/json') }))).toEqual([
      '/body response.body-malformed',
    ]);
    const none = apiOf({ responses: { 204: { description: '' } } });
    expect(brief(answer(createValidator({ api: none }), none, { status: 204, body: jsonOf({}) }))).toEqual([
      '/body response.body-unexpected',
    ]);
  });

  test('every item of a stream is held to itemSchema', () => {
    const content = { 'application/x-ndjson': { itemSchema: { type: 'object', required: ['id'] } } };
    const api = apiOf({ responses: { 200: { description: '', content } } }, {}, '3.2.0');
    const body = { kind: 'stream', mediaType: 'application/x-ndjson', items: [{ id: 1 }, {}] } as const;
    expect(brief(answer(createValidator({ api, fast: false }), api, { body }))).toEqual(['/body/1/id required']);
  });
});
