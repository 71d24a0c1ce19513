import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../src/library/index.ts';

type O = Record<string, unknown>;
const ok = { 200: { description: 'ok' } };
const d = (paths: O, root: O = {}): O => ({ openapi: '3.0.3', info: { title: 'T', version: '1.0.0' }, paths, ...root });
const get = (op: O, path = '/a'): O => d({ [path]: { get: { responses: ok, ...op } } });
const post = (schema: O, root: O = {}): O =>
  d(
    { '/a': { post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: ok } } },
    root,
  );
const ans = (schema: O, root: O = {}): O =>
  d(
    { '/a': { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } } } },
    root,
  );
const q = (schema: O, more: O = {}): O => get({ parameters: [{ name: 'q', in: 'query', schema, ...more }] });
const S = { type: 'string' },
  I = { type: 'integer' };
const o = (properties: O, more: O = {}): O => ({ type: 'object', properties, ...more });
const sec = (schemes: O, security: O[]): O =>
  d({ '/a': { get: { responses: ok, security } } }, { components: { securitySchemes: schemes } });
const key = { type: 'apiKey', in: 'header', name: 'X-Key' },
  basic = { type: 'http', scheme: 'basic' };
const hdr = (headers: O): O => d({ '/a': { get: { responses: { 200: { description: 'ok', headers } } } } });
const ref = (schemas: O): O => ({ components: { schemas } });
type V = 'breaking' | 'risky' | 'safe';
const P: readonly (readonly [string, O, O, V])[] = [
  ['api-tag-removed', get({ tags: ['x'] }), get({}), 'safe'],
  ['operation id changed', get({ operationId: 'a' }), get({ operationId: 'b' }), 'safe'],
  ['description changed', get({ description: 'a' }), get({ description: 'b' }), 'safe'],
  ['method removed', d({ '/a': { get: { responses: ok }, put: { responses: ok } } }), get({}), 'breaking'],
  ['path removed', d({ '/a': { get: { responses: ok } }, '/b': { get: { responses: ok } } }), get({}), 'breaking'],
  [
    'path param renamed',
    get({ parameters: [{ name: 'id', in: 'path', required: true, schema: S }] }, '/a/{id}'),
    get({ parameters: [{ name: 'x', in: 'path', required: true, schema: S }] }, '/a/{x}'),
    'safe',
  ],
  [
    'path param type to int',
    get({ parameters: [{ name: 'id', in: 'path', required: true, schema: S }] }, '/a/{id}'),
    get({ parameters: [{ name: 'id', in: 'path', required: true, schema: I }] }, '/a/{id}'),
    'breaking',
  ],
  [
    'path param int to string',
    get({ parameters: [{ name: 'id', in: 'path', required: true, schema: I }] }, '/a/{id}'),
    get({ parameters: [{ name: 'id', in: 'path', required: true, schema: S }] }, '/a/{id}'),
    'safe',
  ],
  ['query becomes header', q(S), get({ parameters: [{ name: 'q', in: 'header', schema: S }] }), 'risky'],
  ['query pattern added', q(S), q({ type: 'string', pattern: '^a' }), 'breaking'],
  ['query enum added value', q({ type: 'string', enum: ['a'] }), q({ type: 'string', enum: ['a', 'b'] }), 'safe'],
  ['query items min', q({ type: 'array', items: S }), q({ type: 'array', items: S, minItems: 2 }), 'breaking'],
  ['query items type', q({ type: 'array', items: S }), q({ type: 'array', items: I }), 'breaking'],
  ['query default changed', q({ type: 'integer', default: 1 }), q({ type: 'integer', default: 2 }), 'breaking'],
  ['query default added', q({ type: 'integer' }), q({ type: 'integer', default: 2 }), 'risky'],
  [
    'query style form to spaceDelimited',
    q({ type: 'array', items: S }, { explode: false }),
    q({ type: 'array', items: S }, { explode: false, style: 'spaceDelimited' }),
    'breaking',
  ],
  [
    'query explode',
    q({ type: 'array', items: S }, { explode: true }),
    q({ type: 'array', items: S }, { explode: false }),
    'breaking',
  ],
  ['query explode of a scalar', q(S, { explode: true }), q(S, { explode: false }), 'safe'],
  ['allowEmptyValue dropped', q(S, { allowEmptyValue: true }), q(S), 'safe'],
  ['required query becomes optional', q(S, { required: true }), q(S), 'safe'],
  [
    'query content to schema',
    get({ parameters: [{ name: 'q', in: 'query', content: { 'application/json': { schema: I } } }] }),
    q(I),
    'safe',
  ],
  [
    'cookie added required',
    get({}),
    get({ parameters: [{ name: 'c', in: 'cookie', required: true, schema: S }] }),
    'breaking',
  ],
  [
    'header case',
    get({ parameters: [{ name: 'X-A', in: 'header', schema: S }] }),
    get({ parameters: [{ name: 'x-a', in: 'header', schema: S }] }),
    'safe',
  ],
  [
    'body required prop with default',
    post(o({ a: S })),
    post(o({ a: { ...S, default: 'x' } }, { required: ['a'] })),
    'breaking',
  ],
  ['body new required', post(o({ a: S })), post(o({ a: S, b: S }, { required: ['b'] })), 'breaking'],
  ['body new optional', post(o({ a: S })), post(o({ a: S, b: S })), 'safe'],
  [
    'body new required readOnly',
    post(o({ a: S })),
    post(o({ a: S, b: { ...S, readOnly: true } }, { required: ['b'] })),
    'safe',
  ],
  ['body property removed', post(o({ a: S, b: S })), post(o({ a: S })), 'risky'],
  [
    'body property removed, closed',
    post(o({ a: S, b: S }, { additionalProperties: false })),
    post(o({ a: S }, { additionalProperties: false })),
    'breaking',
  ],
  ['body nullable dropped', post(o({ a: { ...S, nullable: true } })), post(o({ a: S })), 'breaking'],
  [
    'body nullable without type',
    post(o({ a: { nullable: true, enum: ['x', null] } })),
    post(o({ a: { enum: ['x', null] } })),
    'safe',
  ],
  [
    'answer nullable without type, by reference',
    ans(o({ a: { allOf: [{ $ref: '#/components/schemas/N' }] } }), ref({ N: S })),
    ans(o({ a: { nullable: true, allOf: [{ $ref: '#/components/schemas/N' }] } }), ref({ N: S })),
    'safe',
  ],
  ['body oneOf dropped member', post({ oneOf: [S, I] }), post({ oneOf: [S] }), 'breaking'],
  ['body anyOf added', post({ anyOf: [S] }), post({ anyOf: [S, I] }), 'safe'],
  ['body allOf added', post({ allOf: [o({ a: S })] }), post({ allOf: [o({ a: S }), { required: ['a'] }] }), 'breaking'],
  ['body not added', post(S), post({ ...S, not: { enum: ['x'] } }), 'breaking'],
  ['body format date to date-time', post({ ...S, format: 'date' }), post({ ...S, format: 'date-time' }), 'breaking'],
  ['body int32 to int64', post({ ...I, format: 'int32' }), post({ ...I, format: 'int64' }), 'safe'],
  ['body int64 to int32', post({ ...I, format: 'int64' }), post({ ...I, format: 'int32' }), 'breaking'],
  ['body number to integer', post({ type: 'number' }), post(I), 'breaking'],
  [
    'body xml name',
    d({
      '/a': {
        post: {
          requestBody: {
            content: { 'application/xml': { schema: o({ a: { ...S, xml: { name: 'x' } } }, { xml: { name: 'r' } }) } },
          },
          responses: ok,
        },
      },
    }),
    d({
      '/a': {
        post: {
          requestBody: {
            content: { 'application/xml': { schema: o({ a: { ...S, xml: { name: 'y' } } }, { xml: { name: 'r' } }) } },
          },
          responses: ok,
        },
      },
    }),
    'breaking',
  ],
  ['answer property removed required', ans(o({ a: S }, { required: ['a'] })), ans(o({})), 'breaking'],
  ['answer property optional removed', ans(o({ a: S })), ans(o({})), 'risky'],
  ['answer becomes optional', ans(o({ a: S }, { required: ['a'] })), ans(o({ a: S })), 'breaking'],
  ['answer becomes required', ans(o({ a: S })), ans(o({ a: S }, { required: ['a'] })), 'safe'],
  ['answer enum gains', ans({ ...S, enum: ['a'] }), ans({ ...S, enum: ['a', 'b'] }), 'breaking'],
  ['answer enum loses', ans({ ...S, enum: ['a', 'b'] }), ans({ ...S, enum: ['a'] }), 'safe'],
  ['answer max raised', ans({ ...I, maximum: 5 }), ans({ ...I, maximum: 9 }), 'breaking'],
  [
    'answer min items lower',
    ans({ type: 'array', items: S, minItems: 1 }),
    ans({ type: 'array', items: S }),
    'breaking',
  ],
  ['answer pattern dropped', ans({ ...S, pattern: '^a' }), ans(S), 'breaking'],
  ['answer oneOf gains', ans({ oneOf: [S] }), ans({ oneOf: [S, I] }), 'breaking'],
  ['answer oneOf loses', ans({ oneOf: [S, I] }), ans({ oneOf: [S] }), 'safe'],
  [
    'answer writeOnly required removed',
    ans(o({ a: { ...S, writeOnly: true } }, { required: ['a'] })),
    ans(o({})),
    'safe',
  ],
  [
    'answer media added',
    ans(S),
    d({
      '/a': {
        get: {
          responses: {
            200: { description: 'ok', content: { 'application/json': { schema: S }, 'text/plain': { schema: S } } },
          },
        },
      },
    }),
    'safe',
  ],
  [
    'answer media removed',
    d({
      '/a': {
        get: {
          responses: {
            200: { description: 'ok', content: { 'application/json': { schema: S }, 'text/plain': { schema: S } } },
          },
        },
      },
    }),
    ans(S),
    'breaking',
  ],
  ['answer header required removed', hdr({ 'X-A': { required: true, schema: S } }), hdr({}), 'breaking'],
  ['answer header optional removed', hdr({ 'X-A': { schema: S } }), hdr({}), 'risky'],
  ['error status removed', d({ '/a': { get: { responses: { ...ok, 404: { description: 'no' } } } } }), get({}), 'safe'],
  ['error status added', get({}), d({ '/a': { get: { responses: { ...ok, 404: { description: 'no' } } } } }), 'safe'],
  ['success 200 to 201', get({}), d({ '/a': { get: { responses: { 201: { description: 'ok' } } } } }), 'breaking'],
  [
    'success 202 added',
    get({}),
    d({ '/a': { get: { responses: { ...ok, 202: { description: 'later' } } } } }),
    'risky',
  ],
  ['security added', get({}), sec({ key }, [{ key: [] }]), 'breaking'],
  [
    'security alternative added',
    sec({ key, basic }, [{ key: [] }]),
    sec({ key, basic }, [{ key: [] }, { basic: [] }]),
    'safe',
  ],
  [
    'security alternative removed',
    sec({ key, basic }, [{ key: [] }, { basic: [] }]),
    sec({ key, basic }, [{ key: [] }]),
    'breaking',
  ],
  [
    'security both needed',
    sec({ key, basic }, [{ key: [] }]),
    sec({ key, basic }, [{ key: [], basic: [] }]),
    'breaking',
  ],
  ['security dropped', sec({ key }, [{ key: [] }]), get({}), 'safe'],
  ['security renamed scheme', sec({ key }, [{ key: [] }]), sec({ other: key }, [{ other: [] }]), 'safe'],
  [
    'scope added',
    sec(
      {
        o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://e.com/t', scopes: { a: '', b: '' } } } },
      },
      [{ o: ['a'] }],
    ),
    sec(
      {
        o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://e.com/t', scopes: { a: '', b: '' } } } },
      },
      [{ o: ['a', 'b'] }],
    ),
    'breaking',
  ],
  [
    'server base path',
    d({ '/a': { get: { responses: ok } } }, { servers: [{ url: 'https://e.com/v1' }] }),
    d({ '/a': { get: { responses: ok } } }, { servers: [{ url: 'https://e.com/v2' }] }),
    'risky',
  ],
  [
    'server host',
    d({ '/a': { get: { responses: ok } } }, { servers: [{ url: 'https://a.com/v1' }] }),
    d({ '/a': { get: { responses: ok } } }, { servers: [{ url: 'https://b.com/v1' }] }),
    'safe',
  ],
  ['deprecated', get({}), get({ deprecated: true }), 'risky'],
];
/** Verdicts that other tools state for such changes, written down before the first comparison. */
describe('a change that other tools have a rule for', () => {
  it.each(P)('%s', async (_, base, revision, want) => {
    const { findings } = await compareDocuments({ base, revision, now: '2026-11-28' });
    const real = findings.filter(({ about, severity }) => about !== 'release' && severity !== 'info');
    const found = real.some(({ severity }) => severity === 'error') ? 'breaking' : real.length > 0 ? 'risky' : 'safe';
    expect([found, real.some(({ about }) => about === 'undecided')]).toEqual([want, false]);
  });
});
