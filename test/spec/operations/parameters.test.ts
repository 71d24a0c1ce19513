import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeaderFields } from '../../../src/core/index.ts';
import { decodeParameters } from '../../../src/spec/index.ts';
import { encodeParameter } from '../../../src/wire/index.ts';
import { codesOf, operationOf } from '../documents.ts';

interface Given {
  readonly query?: string;
  readonly headers?: HeaderFields;
}

const decode = (parameters: readonly object[], given: Given, version?: string) => {
  const { api, operation } = operationOf({ parameters }, version);
  return decodeParameters(operation, { query: given.query ?? '', headers: given.headers ?? [] }, {}, api);
};
const query = (schema: object, text: string, members: object = {}) => {
  const { query: values, violations } = decode([{ name: 'q', in: 'query', schema, ...members }], { query: text });
  return violations.length > 0 ? violations.map((each) => each.code) : values['q'];
};

const integer = { type: 'integer' };
const list = { type: 'array', items: integer };
const point = { type: 'object', properties: { x: integer, y: { type: 'string' } } };
const named = { type: 'object', properties: { names: list } };

describe('A query parameter is decoded by style and type:', () => {
  it.each([
    [integer, 'q=12', 12],
    [integer, 'q=-0', -0],
    [integer, 'q=9007199254740993', 9007199254740993n],
    [integer, 'q=1.0', '1.0'],
    [integer, 'q=0x10', '0x10'],
    [integer, 'q=1e3', '1e3'],
    [integer, 'q=%201', ' 1'],
    [integer, 'q=01', '01'],
    [integer, 'q=', ''],
    [{ type: 'number' }, 'q=1.5e3', 1500],
    [{ type: 'boolean' }, 'q=true', true],
    [{ type: 'boolean' }, 'q=TRUE', 'TRUE'],
    [{ type: 'string' }, 'q=12', '12'],
    [{ type: 'string' }, 'q=a+b%20c%2B', 'a b c+'],
    [{}, 'q=12', '12'],
    [{ type: ['integer', 'null'] }, 'q=null', null],
    [{ enum: [1, 2] }, 'q=2', 2],
    [{ const: true }, 'q=true', true],
    [{ oneOf: [integer, { type: 'string' }] }, 'q=7', 7],
    [{ oneOf: [integer, { type: 'string' }] }, 'q=seven', 'seven'],
    [{ allOf: [{ $ref: '#/x-i' }] }, 'q=7', '7'],
    [{ type: 'array', items: point }, 'q={"x":1,"y":"2"}&q={"x":"3"}', [{ x: 1, y: '2' }, { x: 3 }]],
    [{ type: 'array', items: list }, 'q=[1,2]&q=[]', [[1, 2], []]],
    [{ type: 'array', items: point }, 'q={x', ['{x']],
    [{ type: 'array', items: { type: 'string' } }, 'q=[1,2]', ['[1,2]']],
    [list, 'q=1&q=2', [1, 2]],
    [list, 'q=1', [1]],
    [list, 'q=a', ['a']],
    [{ oneOf: [integer, list] }, 'q=1&q=2', [1, 2]],
    [{ oneOf: [integer, list] }, 'q=1', 1],
    [point, 'x=1&y=2&z=3', { x: 1, y: '2', z: '3' }],
    [integer, 'other=1', undefined],
    [integer, '', undefined],
  ])('%j, form: %s is %s', (schema, text, value) => {
    expect(query(schema, text)).toEqual(value);
  });

  it.each([
    [list, 'q=1,2', 'form', [1, 2]],
    [list, 'q=1%202', 'spaceDelimited', [1, 2]],
    [list, 'q=1+2', 'spaceDelimited', [1, 2]],
    [list, 'q=1|2', 'pipeDelimited', [1, 2]],
    [list, 'q=1%7C2', 'pipeDelimited', [1, 2]],
    [{ type: 'array' }, 'q=a%2Cb,c', 'form', ['a,b', 'c']],
    [{ type: 'array', items: { type: 'string' } }, 'q=a%2Cb', 'form', ['a,b']],
    [{ type: 'array', items: { type: 'string', pattern: '^[0-9]{1,19}$' } }, 'q=1%2C2', 'form', ['1', '2']],
    [{ type: 'array', items: { type: 'string', pattern: '^[ -~]+$' } }, 'q=a%2Cb', 'form', ['a,b']],
    [{ type: 'array', items: { type: 'string', pattern: '^\\S+$' } }, 'q=a%2Cb', 'form', ['a,b']],
    [list, 'q=1%2C2', 'form', [1, 2]],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'q=a%2cb', 'form', ['a', 'b']],
    [{ type: 'array', items: { enum: ['a,b', 'c'] } }, 'q=a%2Cb', 'form', ['a,b']],
    [point, 'q=x,1,y,2', 'form', { x: 1, y: '2' }],
    [point, 'q[x]=1&q[y]=2', 'deepObject', { x: 1, y: '2' }],
    [point, 'q%5Bx%5D=1', 'deepObject', { x: 1 }],
    [named, 'q[names]=1', 'deepObject', { names: [1] }],
    [named, 'q[names]=1&q[names]=2', 'deepObject', { names: [1, 2] }],
    [named, 'q[names]=', 'deepObject', { names: '' }],
  ])('%j without explode: %s in %s is %j', (schema, text, style, value) => {
    expect(query(schema, text, { style, explode: style === 'deepObject' })).toEqual(value);
  });

  it('an exploded object takes what no other parameter claims', () => {
    const found = decode(
      [
        { name: 'q', in: 'query', schema: { type: 'object', additionalProperties: integer } },
        { name: 'limit', in: 'query', schema: integer },
      ],
      { query: 'a=1&limit=2&b=3' },
    );
    expect(found.query).toEqual({ q: { a: 1, b: 3 }, limit: 2 });
  });

  it.each([
    ['a scalar twice', integer, 'q=1&q=2'],
    ['bad percent-encoding', integer, 'q=%zz'],
    ['bytes that are no UTF-8', integer, 'q=%ff'],
    ['an overlong form', integer, 'q=%c0%ae'],
    ['bad encoding in another one', integer, 'x=%'],
    ['a NUL', { type: 'string' }, 'q=a%00b'],
    ['a list twice without explode', list, 'q=1,2&q=3'],
  ])('%s is malformed', (_, schema, text) => {
    expect(query(schema, text, { explode: schema !== list })).toEqual(['parameter.malformed']);
  });

  it('names that objects inherit are names like any other', () => {
    const { query: values } = decode(
      [
        { name: '__proto__', in: 'query', schema: integer },
        { name: 'constructor', in: 'query', schema: integer },
      ],
      { query: '__proto__=1&constructor=2' },
    );
    expect(Object.entries(values)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect(decode([{ name: 'toString', in: 'query', schema: integer }], {}).query['toString']).toBeUndefined();
  });

  it('an empty value is none, where it is allowed', () => {
    expect(query(integer, 'q=', { allowEmptyValue: true })).toBeUndefined();
    expect(query({ type: 'string' }, 'q=', { allowEmptyValue: true })).toBe('');
  });

  it('content is a document of its own', () => {
    const content = { 'application/json': { schema: point } };
    const parameter = { name: 'q', in: 'query', content };
    expect(decode([parameter], { query: 'q=%7B%22x%22%3A9007199254740993%7D' }).query['q']).toEqual({
      x: 9007199254740993n,
    });
    expect(decode([parameter], { query: 'q=%7B' }).violations).toMatchObject([
      { code: 'parameter.malformed', pointer: '/query/q' },
    ]);
    expect(
      decode([{ ...parameter, content: { 'text/plain': { schema: integer } } }], { query: 'q=5' }).query['q'],
    ).toBe(5);
  });

  it('in 3.2 the whole query may be one value', () => {
    const as = (content: object) => [{ name: 'q', in: 'querystring', content }];
    expect(decode(as({ 'application/json': {} }), { query: '%7B%22a%22%3A1%7D' }, '3.2.0').querystring).toEqual({
      a: 1,
    });
    expect(
      decode(as({ 'application/x-www-form-urlencoded': { schema: point } }), { query: 'x=1&y=2' }, '3.2.0').querystring,
    ).toEqual({ x: 1, y: '2' });
    expect(decode(as({ 'application/json': {} }), { query: '%7B' }, '3.2.0').violations).toMatchObject([
      { pointer: '/querystring' },
    ]);
  });
});

describe('Parameters elsewhere:', () => {
  const one = (name: string, location: string, schema: object, members: object = {}) => [
    { name, in: location, required: location === 'path', schema, ...members },
  ];

  it.each([
    [integer, {}, '5', 5],
    [{ type: 'string' }, {}, 'a%2Fb', 'a/b'],
    [list, {}, '1,2', [1, 2]],
    [list, { style: 'label', explode: true }, '.1.2', [1, 2]],
    [list, { style: 'matrix' }, ';p=1,2', [1, 2]],
    [list, { style: 'matrix', explode: true }, ';p=1;p=2', [1, 2]],
    [point, { explode: true }, 'x=1,y=2', { x: 1, y: '2' }],
    [point, {}, 'x,1,y,2', { x: 1, y: '2' }],
    [integer, { style: 'matrix' }, ';p=5', 5],
    [integer, { style: 'label' }, '.5', 5],
  ])('path %j %j: %s is %j', (schema, members, raw, value) => {
    const { api, operation } = pathOperation(schema, members);
    expect(decodeParameters(operation, { query: '', headers: [] }, { p: raw }, api).path['p']).toEqual(value);
  });

  const pathOperation = (schema: object, members: object) =>
    operationOf({ parameters: one('p', 'path', schema, members) }, '3.1.0', {}, '/x/{p}');

  it.each(['%zz', '%', '%ff', '%c0%ae', 'a%00'])('the path text %s is malformed', (raw) => {
    const { api, operation } = pathOperation({ type: 'string' }, {});
    expect(decodeParameters(operation, { query: '', headers: [] }, { p: raw }, api).violations).toMatchObject([
      { code: 'path.malformed', pointer: '/path/p', rule: '/paths/~1x~1{p}/get/parameters/0' },
    ]);
  });

  it('header fields, whatever their case', () => {
    const headers: HeaderFields = [
      ['x-COUNT', ' 5 '],
      ['X-List', '1, 2'],
      ['x-list', '3'],
    ];
    const found = decode([...one('X-Count', 'header', integer), ...one('X-List', 'header', list)], { headers });
    expect(found.header).toEqual({ 'x-count': 5, 'x-list': [1, 2, 3] });
    expect(
      decode(one('X-Count', 'header', integer), {
        headers: [
          ['x-count', '1'],
          ['x-count', '2'],
        ],
      }).violations,
    ).toMatchObject([{ code: 'parameter.malformed', pointer: '/header/x-count' }]);
  });

  it('Accept, Content-Type and Authorization are not parameters', () => {
    const { api, operation } = operationOf({
      parameters: ['Accept', 'content-type', 'Authorization'].flatMap((name) => one(name, 'header', integer)),
    });
    expect(operation.parameters).toEqual([]);
    expect(codesOf(api)).toEqual(['ignored-header-parameter', 'ignored-header-parameter', 'ignored-header-parameter']);
  });

  it('fields that HTTP clients set are not parameters', () => {
    const { api, operation } = operationOf({
      parameters: ['Content-Length', 'host', 'X-Count'].flatMap((name) => one(name, 'header', integer)),
    });
    expect(operation.parameters.map(({ name }) => name)).toEqual(['X-Count']);
    expect(codesOf(api)).toEqual(['ignored-header-parameter', 'ignored-header-parameter']);
  });

  it('cookies', () => {
    const headers: HeaderFields = [['Cookie', 'sid=5; list=1; list=2; x=%zz']];
    expect(
      decode(
        [...one('sid', 'cookie', integer), ...one('list', 'cookie', list), ...one('x', 'cookie', { type: 'string' })],
        { headers },
      ).cookie,
    ).toEqual({ sid: 5, list: [1, 2], x: '%zz' });
  });

  it('those of an operation override those of its path', () => {
    const { operation } = operationOf({ parameters: one('a', 'query', integer) });
    expect(operation.parameters).toMatchObject([{ style: 'form', explode: true, required: false }]);
  });
});

describe('Laws:', () => {
  it('what was encoded by style is decoded to the same value', () => {
    const styles = [
      ['form', true],
      ['form', false],
      ['spaceDelimited', false],
      ['pipeDelimited', false],
    ] as const;
    for (const [style, explode] of styles) {
      const { api, operation } = operationOf({
        parameters: [{ name: 'q', in: 'query', style, explode, schema: { type: 'array', items: integer } }],
      });
      const parameter = operation.parameters[0];
      if (parameter === undefined) throw new Error('no parameter');
      fc.assert(
        fc.property(fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }), { minLength: 1 }), (values) => {
          const exact = values.map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
          const pairs = encodeParameter(parameter, exact);
          const text = typeof pairs === 'string' ? pairs : pairs.map(({ name, value }) => `${name}=${value}`).join('&');
          expect(decodeParameters(operation, { query: text, headers: [] }, {}, api).query['q']).toEqual(exact);
        }),
        { numRuns: 50, seed: 1 },
      );
    }
  });

  it('nothing that a client sends makes decoding throw', () => {
    const { api, operation } = operationOf({
      parameters: [
        { name: 'a', in: 'query', schema: list },
        { name: 'b', in: 'query', style: 'deepObject', explode: true, schema: point },
        { name: 'c', in: 'query', content: { 'application/json': {} } },
        { name: 'd', in: 'cookie', schema: integer },
        { name: 'e', in: 'header', schema: point },
      ],
    });
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', '=', '&', '[', ']', '%', '0', '+', ',', '{', '"', '\u{1f600}'),
    });
    fc.assert(
      fc.property(text, text, (one, two) => {
        const { violations } = decodeParameters(
          operation,
          {
            query: one,
            headers: [
              ['cookie', two],
              ['e', one],
            ],
          },
          {},
          api,
        );
        expect(Array.isArray(violations)).toBe(true);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
