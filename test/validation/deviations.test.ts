import { describe, expect, test } from 'vitest';
import type { Json, Violation } from '../../src/core/index.ts';
import type { Api } from '../../src/spec/index.ts';
import { createPrism, createValidator, DEVIATIONS, type Validator } from '../../src/validation/index.ts';
import { answer, apiOf, apiWithAnswer, apiWithBody, brief, json, jsonOf, type Sent, send, textBody } from './apis.ts';

interface Example {
  readonly deviation: string;
  readonly says: string;
  readonly api: Api;
  readonly judge: (validator: Validator, api: Api) => readonly Violation[];
  readonly verdict: readonly string[];
}

const sending =
  (sent: Sent) =>
  (validator: Validator, api: Api): readonly Violation[] =>
    send(validator, api, sent);

const query = (name: string, schema: Json, more: object = {}): Api =>
  apiOf({ parameters: [{ name, in: 'query', schema, ...more }] });

const EXAMPLES: readonly Example[] = [
  {
    deviation: 'decoding',
    says: 'malformed JSON is refused before any schema',
    api: apiWithBody({ type: 'object' }),
    judge: sending({ body: textBody('{"a":', 'application/json') }),
    verdict: ['/body body.malformed'],
  },
  {
    deviation: 'unasked-parameters',
    says: 'a cookie is held to its schema',
    api: apiOf({ parameters: [{ name: 'sid', in: 'cookie', schema: { type: 'integer' } }] }),
    judge: sending({ headers: [['cookie', 'sid=abc']] }),
    verdict: ['/cookie/sid type'],
  },
  {
    deviation: 'parameter-text',
    says: '0x10 is not an integer',
    api: query('n', { type: 'integer' }),
    judge: sending({ query: 'n=0x10' }),
    verdict: ['/query/n type'],
  },
  {
    deviation: 'parameter-text',
    says: 'an empty value is there',
    api: query('q', { type: 'string' }, { required: true }),
    judge: sending({ query: 'q=' }),
    verdict: [],
  },
  {
    deviation: 'parameter-text',
    says: 'names of query parameters have a case',
    api: query('n', { type: 'integer' }),
    judge: sending({ query: 'N=abc' }),
    verdict: [],
  },
  {
    deviation: 'parameter-text',
    says: 'an encoded comma is part of its element',
    api: query('words', { type: 'array', items: { type: 'string' }, maxItems: 1 }, { explode: false }),
    judge: sending({ query: 'words=a%2Cb' }),
    verdict: [],
  },
  {
    deviation: 'parameter-dialect',
    says: 'minContains counts in parameters too',
    api: query('ids', { type: 'array', items: { type: 'integer' }, contains: { type: 'integer' }, minContains: 2 }),
    judge: sending({ query: 'ids=1' }),
    verdict: ['/query/ids contains'],
  },
  {
    deviation: 'statuses',
    says: 'an undocumented 404 is a breach',
    api: apiWithAnswer({}),
    judge: (validator, api) => answer(validator, api, { status: 404 }),
    verdict: ['/status response.status'],
  },
  {
    deviation: 'media-types',
    says: 'application/vnd.api+json is not application/json',
    api: apiWithBody({ type: 'object' }),
    judge: sending({ body: jsonOf({}, 'application/vnd.api+json') }),
    verdict: ['/header/content-type media-type.unsupported'],
  },
  {
    deviation: 'parts',
    says: 'a part has the header fields that it must have',
    api: apiOf({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { a: { type: 'string' } } },
            encoding: { a: { headers: { 'X-Rate': { required: true, schema: {} } } } },
          },
        },
      },
    }),
    judge: sending({
      body: textBody(
        '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
        'multipart/form-data; boundary=b',
      ),
    }),
    verdict: ['/body/a headers'],
  },
  {
    deviation: 'bodies',
    says: 'a body where none is documented is a breach',
    api: apiOf({}),
    judge: (validator, api) => answer(validator, api, { body: jsonOf({}) }),
    verdict: ['/body response.body-unexpected'],
  },
  {
    deviation: 'bodies',
    says: 'false is a body',
    api: apiOf({ requestBody: { required: true, content: { 'application/json': { schema: { type: 'boolean' } } } } }),
    judge: sending({ body: jsonOf(false) }),
    verdict: [],
  },
  {
    deviation: 'bodies',
    says: 'null is held to its schema',
    api: apiWithBody({ type: 'object' }),
    judge: sending({ body: jsonOf(null) }),
    verdict: ['/body type'],
  },
  {
    deviation: 'bodies',
    says: 'no bytes of plain text are an empty text',
    api: apiOf({ requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } } }),
    judge: sending({ headers: [['Content-Type', 'text/csv']] }),
    verdict: [],
  },
  {
    deviation: 'text-scalars',
    says: 'the text 42 is an integer where plain text is documented as one',
    api: apiOf({ requestBody: { content: { 'text/plain': { schema: { type: 'integer' } } } } }),
    judge: sending({ body: textBody('42', 'text/plain') }),
    verdict: [],
  },
  {
    deviation: 'exact-numbers',
    says: '19.99 is a multiple of 0.01',
    api: apiWithBody({ type: 'number', multipleOf: 0.01 }),
    judge: sending({ body: jsonOf(19.99) }),
    verdict: [],
  },
  {
    deviation: 'exact-numbers',
    says: '1e300 is no int64',
    api: apiWithBody({ type: 'integer', format: 'int64' }),
    judge: sending({ body: jsonOf(1e300) }),
    verdict: ['/body format'],
  },
  {
    deviation: 'exact-numbers',
    says: '2^63−1 is not above a maximum of 2^63−1',
    api: apiWithBody({ type: 'integer', maximum: 9223372036854775807n }),
    judge: sending({ body: json('9223372036854775807') }),
    verdict: [],
  },
  {
    deviation: 'patterns',
    says: 'a pattern that Prism must not run is enforced all the same',
    api: apiWithBody({ type: 'string', pattern: '^(a+)+$' }),
    judge: sending({ body: jsonOf('b') }),
    verdict: ['/body pattern'],
  },
  {
    deviation: 'patterns',
    says: 'and so is what stands behind such a pattern for names',
    api: apiWithBody({ type: 'object', patternProperties: { 'f.*o': { type: 'integer' } } }),
    judge: sending({ body: jsonOf({ foo: 'bar' }) }),
    verdict: ['/body/foo type'],
  },
  {
    deviation: 'unevaluated',
    says: 'items that no branch has evaluated are all held to their rule',
    api: apiWithBody({ unevaluatedItems: { type: 'boolean' }, anyOf: [{ items: { type: 'string' } }, true] }),
    judge: sending({ body: jsonOf(['yes', false]) }),
    verdict: ['/body/0 type'],
  },
  {
    deviation: 'unevaluated',
    says: 'items that a branch has evaluated are not',
    api: apiWithBody({ unevaluatedItems: { type: 'boolean' }, anyOf: [{ items: { type: 'string' } }, true] }),
    judge: sending({ body: jsonOf(['yes', 'no']) }),
    verdict: [],
  },
  {
    deviation: 'unevaluated',
    says: 'items that `contains` has not found are not evaluated by it',
    api: apiWithBody({ contains: { type: 'boolean' }, unevaluatedItems: { type: 'string' } }),
    judge: sending({ body: jsonOf([true, null]) }),
    verdict: ['/body/1 type'],
  },
  {
    deviation: 'unevaluated',
    says: 'nor are properties by a condition that does not hold',
    api: apiWithBody({
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      else: { properties: { size: true } },
      unevaluatedProperties: false,
    }),
    judge: sending({ body: jsonOf({ kind: 'b', size: 1 }) }),
    verdict: ['/body/kind unevaluatedProperties'],
  },
  {
    deviation: 'formats',
    says: 'a url may name a host of this machine',
    api: apiWithBody({ type: 'string', format: 'url' }),
    judge: sending({ body: jsonOf('http://localhost:8080/a') }),
    verdict: [],
  },
  {
    deviation: 'formats',
    says: 'a time has an offset',
    api: apiWithBody({ type: 'string', format: 'time' }),
    judge: sending({ body: jsonOf('12:00:00') }),
    verdict: ['/body format'],
  },
  {
    deviation: 'write-only',
    says: 'a password does not come back',
    api: apiWithAnswer({ type: 'object', properties: { password: { type: 'string', writeOnly: true } } }),
    judge: (validator, api) => answer(validator, api, { body: jsonOf({ password: 'x' }) }),
    verdict: ['/body/password writeOnly'],
  },
  {
    deviation: 'inherited-names',
    says: 'a required property called constructor is missed',
    api: apiWithBody({ type: 'object', required: ['constructor'] }),
    judge: sending({ body: jsonOf({}) }),
    verdict: ['/body/constructor required'],
  },
  {
    deviation: 'inherited-names',
    says: 'an absent property called toString is no function',
    api: apiWithBody({ type: 'object', properties: { toString: { type: 'string' } } }),
    judge: sending({ body: jsonOf({}) }),
    verdict: [],
  },
];

describe('Prism decides, except for the listed deviations', () => {
  const prism = createPrism();

  test.each(EXAMPLES)('$deviation: $says', ({ deviation, api, judge, verdict }) => {
    const others = DEVIATIONS.filter(({ name }) => name !== deviation);
    expect(brief(judge(createValidator({ api, prism, fast: false }), api))).toEqual(verdict);
    const without = judge(createValidator({ api, prism, fast: false, deviations: others }), api);
    expect(brief(without), 'Prism would have said the same: the deviation is not needed').not.toEqual(verdict);
  });

  test('every deviation has an example and a reason', () => {
    expect(new Set(EXAMPLES.map(({ deviation }) => deviation))).toEqual(new Set(DEVIATIONS.map(({ name }) => name)));
    for (const { reason } of DEVIATIONS) expect(reason.length).toBeGreaterThan(40);
  });

  test('what only we find, and no deviation explains, is not a violation, but reported as overruled', () => {
    const api = apiWithBody({ type: 'object', required: ['constructor'] });
    const faults: string[] = [];
    const validator = createValidator({ api, prism, deviations: [], onFault: ({ kind }) => faults.push(kind) });
    expect(send(validator, api, { body: jsonOf({}) })).toEqual([]);
    expect(faults).toEqual(['overruled']);
  });

  test('what only Prism finds is reported', () => {
    const api = apiWithBody({ type: 'number', multipleOf: 0.01 });
    const validator = createValidator({ api, prism, deviations: [], fast: false });
    expect(brief(send(validator, api, { body: jsonOf(19.99) }))).toEqual(['/body multipleOf']);
  });
});

test('A path alone is not a url, for either validator', () => {
  const api = apiWithBody({ type: 'string', format: 'url' });
  expect(brief(send(createValidator({ api }), api, { body: jsonOf('/a') }))).toEqual(['/body format']);
});
