import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Api } from '../../src/spec/index.ts';
import { createPrism, createValidator, type OwnedValidator } from '../../src/validation/index.ts';
import { answer, apiOf, apiWithAnswer, apiWithBody, brief, json, jsonOf, send, textBody } from './apis.ts';

const prism = createPrism();

/** Judged with Prism at every message, and any trouble fails the test. */
function validatorOf(api: Api): OwnedValidator {
  return createValidator({
    api,
    prism,
    fast: false,
    onFault: (fault) => {
      throw new Error(JSON.stringify(fault), { cause: 'cause' in fault ? fault.cause : undefined });
    },
  });
}

describe('trap 1: Prism fails open where a schema does not compile', () => {
  const UNDER_U = ['^\\d{3}\\-\\d{4}$', '(?i)^abc$', '^[\\w-.]+$'];

  test.each(UNDER_U)('a pattern such as %s is repaired and enforced', (pattern) => {
    const api = apiWithBody({ type: 'string', pattern });
    expect(brief(send(validatorOf(api), api, { body: jsonOf('?!') }))).toEqual(['/body pattern']);
  });

  test('a pattern that cannot be repaired disturbs no other rule, and is reported', () => {
    const api = apiWithBody({ type: 'object', properties: { a: { type: 'string', pattern: '(', minLength: 2 } } });
    expect(brief(send(validatorOf(api), api, { body: jsonOf({ a: 'x' }) }))).toEqual(['/body/a minLength']);
    expect(api.diagnose().some(({ pointer }) => pointer.endsWith('/a/pattern'))).toBe(true);
  });

  test('nullable without a type does not open the rest of the schema', () => {
    const schema = { type: 'object', properties: { a: { nullable: true, enum: ['x'] } } };
    const api = apiWithBody(schema, {}, '3.0.3');
    expect(brief(send(validatorOf(api), api, { body: jsonOf({ a: 'y' }) }))).toEqual(['/body/a enum']);
  });

  test('an enum that names a value twice is enforced', () => {
    const api = apiWithBody({ enum: ['a', 'a', 'b'] });
    expect(brief(send(validatorOf(api), api, { body: jsonOf('c') }))).toEqual(['/body enum']);
    expect(send(validatorOf(api), api, { body: jsonOf('a') })).toEqual([]);
  });

  test('a bad schema of one query parameter leaves the others in force', () => {
    const api = apiOf({
      parameters: [
        { name: 'bad', in: 'query', schema: { type: 'string', pattern: '(' } },
        { name: 'good', in: 'query', schema: { type: 'integer', minimum: 5 } },
      ],
    });
    expect(brief(send(validatorOf(api), api, { query: 'bad=x&good=1' }))).toEqual(['/query/good minimum']);
  });
});

describe('trap 2: Prism reads 3.1 documents as draft-07', () => {
  test('prefixItems, unevaluatedProperties and dependentRequired are enforced', () => {
    const cases: readonly (readonly [object, object, string])[] = [
      [{ prefixItems: [{ type: 'string' }] }, [1], '/body/0 type'],
      [{ properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }, '/body/b unevaluatedProperties'],
      [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '/body/b dependentRequired'],
      [{ type: 'array', contains: { type: 'integer' }, minContains: 2 }, [1], '/body contains'],
    ];
    for (const [schema, value, verdict] of cases) {
      const api = apiWithBody(schema as never);
      expect(brief(send(validatorOf(api), api, { body: jsonOf(value as never) }))).toEqual([verdict]);
    }
  });

  test('int32 and int64 are asserted there too', () => {
    const api = apiWithBody({ type: 'integer', format: 'int32' });
    expect(brief(send(validatorOf(api), api, { body: jsonOf(2 ** 31) }))).toEqual(['/body format']);
    expect(send(validatorOf(api), api, { body: jsonOf(2 ** 31 - 1) })).toEqual([]);
  });
});

describe('a trap of its own: Prism merges allOf before it judges', () => {
  const A = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };
  const B = { type: 'object', required: ['b'], properties: { b: { type: 'integer' } } };

  test('every reference of an allOf is enforced, not only the first', () => {
    const api = apiWithBody(
      { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
      { schemas: { A, B } },
    );
    expect(brief(send(validatorOf(api), api, { body: jsonOf({ a: 1 }) }))).toEqual(['/body/b required']);
  });

  test('a closed branch of an allOf sees only its own properties', () => {
    const api = apiWithBody({
      allOf: [
        { ...A, additionalProperties: false },
        { ...B, required: [] },
      ],
    });
    expect(brief(send(validatorOf(api), api, { body: jsonOf({ a: 1, b: 2 }) }))).toEqual([
      '/body/b additionalProperties',
    ]);
  });
});

test('trap 3: an undocumented status outside 2xx is a breach', () => {
  const api = apiWithAnswer({});
  expect(brief(answer(validatorOf(api), api, { status: 503 }))).toEqual(['/status response.status']);
});

test('trap 4: a wrong media type is refused without a content-length', () => {
  const api = apiWithBody({});
  expect(brief(send(validatorOf(api), api, { body: textBody('<a/>', 'application/xml') }))).toEqual([
    '/header/content-type media-type.unsupported',
  ]);
});

test('trap 5: malformed JSON is answered, not waited for', () => {
  const api = apiWithBody({});
  expect(brief(send(validatorOf(api), api, { body: textBody('{', 'application/json') }))).toEqual([
    '/body body.malformed',
  ]);
});

describe('trap 6: readOnly and writeOnly reach into alternatives', () => {
  const components = {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          pin: { type: 'string', writeOnly: true },
        },
      },
    },
  };
  const oneOf = { oneOf: [{ $ref: '#/components/schemas/Thing' }] };

  test('a readOnly property inside oneOf is not required of a request', () => {
    const api = apiWithBody(oneOf, components, '3.0.3');
    expect(send(validatorOf(api), api, { body: jsonOf({ name: 'a' }) })).toEqual([]);
    expect(brief(send(validatorOf(api), api, { body: jsonOf({}) }))).toEqual(['/body/name required']);
  });

  test('a readOnly property that is sent all the same is not a breach, even where the schema is closed', () => {
    const schema = { ...components.schemas.Thing, additionalProperties: false };
    const api = apiWithBody(schema, {}, '3.0.3');
    expect(send(validatorOf(api), api, { body: jsonOf({ id: 1, name: 'a' }) })).toEqual([]);
  });

  test('a writeOnly property in a response is a breach', () => {
    const api = apiWithAnswer({ type: 'array', items: oneOf }, components, '3.0.3');
    const body = jsonOf([{ id: 1, name: 'a', pin: '1234' }]);
    expect(brief(answer(validatorOf(api), api, { body }))).toEqual(['/body/0/pin writeOnly']);
  });
});

test('trap 7: the codes of Prism are turned into ours, with a pointer into the message', () => {
  const api = apiOf({
    parameters: [{ name: 'n', in: 'query', required: true, schema: { type: 'integer' } }],
    requestBody: { required: true, content: { 'application/json': { schema: {} } } },
  });
  const bare = createValidator({ api, prism, fast: false, deviations: [] });
  const codes = (sent: Parameters<typeof send>[2]) => send(bare, api, sent).map(({ code, pointer }) => [code, pointer]);
  expect(codes({})).toEqual([
    ['parameter.required', '/query/n'],
    ['body.required', '/body'],
  ]);
  expect(codes({ query: 'n=x', body: textBody('x', 'text/html') })).toEqual([
    ['parameter.schema', '/query/n'],
    ['media-type.unsupported', '/header/content-type'],
  ]);
});

test('trap 8: Prism is handed one operation, never the document', () => {
  const directory = new URL('../../src/', import.meta.url);
  const source = readFileSync(new URL('validation/prism/prism.ts', directory), 'utf8');
  expect(source).not.toMatch(/getHttpOperationsFromSpec|require\('@stoplight\/prism-http'\)/);
  const fetched = vi.spyOn(globalThis, 'fetch');
  const api = apiWithBody({ type: 'integer' });
  const before = JSON.stringify(api.document);
  send(validatorOf(api), api, { body: jsonOf('x') });
  expect(JSON.stringify(api.document)).toBe(before);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

describe('trap 9: numbers and media types survive', () => {
  test('an int64 beyond 2^53 is accepted, one beyond 2^63 is not', () => {
    const api = apiWithBody({ type: 'integer', format: 'int64' });
    expect(send(validatorOf(api), api, { body: json('9223372036854775807') })).toEqual([]);
    expect(brief(send(validatorOf(api), api, { body: json('9223372036854775808') }))).toEqual(['/body format']);
  });

  test('application/vnd.api+json is not application/json in a response either', () => {
    const api = apiWithAnswer({});
    const body = jsonOf({}, 'application/vnd.api+json');
    expect(brief(answer(validatorOf(api), api, { body }))).toEqual(['/header/content-type response.media-type']);
  });
});

describe('trap 10: two documents may use the same $id', () => {
  const components = (minimum: number) => ({
    schemas: { N: { $id: 'https://example.com/n', type: 'integer', minimum } },
  });

  test('each is judged by its own schema', () => {
    const [low, high] = [1, 100].map((minimum) => apiWithBody({ $ref: '#/components/schemas/N' }, components(minimum)));
    if (low === undefined || high === undefined) throw new Error('two documents');
    expect(send(validatorOf(low), low, { body: jsonOf(50) })).toEqual([]);
    expect(brief(send(validatorOf(high), high, { body: jsonOf(50) }))).toEqual(['/body minimum']);
  });

  test('an operation that did not change between reloads is the same to Prism, whose caches never free', () => {
    const shared = createPrism();
    const made = [1, 2].map(() => {
      const api = apiWithBody({ type: 'integer' });
      send(createValidator({ api, prism: shared }), api, { body: jsonOf('x') });
      return shared.size;
    });
    expect(made).toEqual([1, 1]);
  });
});

test('Prism is asked only about what our quick verdict doubts', () => {
  const quiet = createPrism();
  const api = apiWithBody({ type: 'integer' });
  const validator = createValidator({ api, prism: quiet });
  expect(send(validator, api, { body: jsonOf(1) })).toEqual([]);
  expect(quiet.size).toBe(0);
  send(validator, api, { body: jsonOf('x') });
  expect(quiet.size).toBe(1);
});
