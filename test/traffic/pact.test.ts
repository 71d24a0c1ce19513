import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/index.ts';
import { parseApi } from '../../src/spec/index.ts';
import { type InteractionUse, pactAccepts, pactRuleAt, type ReadUsage, readUsage } from '../../src/traffic/index.ts';

const api = parseApi({
  name: 'api.json',
  text: JSON.stringify({ openapi: '3.1.0', info: { title: 'Any', version: '1' }, paths: {} }),
});

type Part = Record<string, unknown>;

const fileOf = (interactions: readonly Part[], more: Part = {}): string =>
  JSON.stringify({ consumer: { name: 'web' }, provider: { name: 'shop' }, interactions, ...more });
const read = (text: string): ReadUsage => readUsage(api, { kind: 'pact', text, file: 'web.pact.json' });

function first(interaction: Part): InteractionUse {
  const [use] = read(fileOf([interaction])).uses;
  if (use?.kind !== 'interaction') throw new Error('no interaction');
  return use;
}

const GET = { method: 'get', path: '/pets/1' };

describe('a request of a Pact', () => {
  it.each([
    ['version 1 and 2: a string', 'a=1&b=x%20y', 'a=1&b=x%20y'],
    ['version 3: lists of values by name', { a: ['1', '2'], b: ['x y'] }, 'a=1&a=2&b=x%20y'],
  ])('has its query as in %s', (_, query, expected) => {
    expect(first({ request: { ...GET, query }, response: { status: 200 } }).request).toMatchObject({
      method: 'GET',
      path: '/pets/1',
      query: expected,
    });
  });

  it.each([
    ['the value itself', { name: 'Bo' }, {}],
    [
      'its content and type (version 4)',
      { contentType: 'application/json', encoded: false, content: { name: 'Bo' } },
      {},
    ],
    [
      'its content in Base64 (version 4)',
      { contentType: 'application/json', encoded: 'base64', content: Buffer.from('{"name":"Bo"}').toString('base64') },
      {},
    ],
  ])('has its body as %s', (_, body, headers) => {
    const { request } = first({ request: { method: 'POST', path: '/pets', body, headers }, response: { status: 201 } });
    expect(request.body).toMatchObject({ kind: 'parsed', mediaType: 'application/json', value: { name: 'Bo' } });
    expect(request.headers).toEqual([['Content-Type', 'application/json']]);
  });

  it('keeps lists of header values (version 4), and an object whose property is called content', () => {
    const { request } = first({
      request: {
        method: 'PUT',
        path: '/pages/1',
        headers: { Accept: ['text/plain', 'application/json'] },
        body: { content: 'text', title: 't' },
      },
      response: { status: 204 },
    });
    expect(request.headers.slice(0, 2)).toEqual([
      ['Accept', 'text/plain'],
      ['Accept', 'application/json'],
    ]);
    expect(request.body).toMatchObject({ value: { content: 'text', title: 't' } });
  });
});

describe('matching rules', () => {
  const body = { items: [{ id: 1, name: 'a' }] };
  it.each([
    ['version 2: by path', { '$.body.items': { min: 1 }, '$.body.items[*].id': { match: 'type' } }],
    [
      'version 3 and 4: by category',
      {
        body: {
          '$.items': { matchers: [{ match: 'type', min: 1 }] },
          "$['items'][*]['id']": { matchers: [{ match: 'type' }], combine: 'AND' },
        },
      },
    ],
  ])('are read in %s', (_, matchingRules) => {
    const { rules } = first({ request: GET, response: { status: 200, body, matchingRules } }).expected;
    expect(rules.map(({ path }) => path)).toEqual([['items'], ['items', '*', 'id']]);
    expect(pactRuleAt(rules, ['items', '0', 'id'])?.path).toEqual(['items', '*', 'id']);
    expect(pactRuleAt(rules, ['items', '0', 'name'])?.path, 'a type holds below its place').toEqual(['items']);
    expect(pactRuleAt(rules, ['other'])).toBeUndefined();
  });

  it('of a status take its class', () => {
    const matchingRules = { status: { $: { matchers: [{ match: 'statusCode', status: 'success' }] } } };
    const { expected } = first({ request: GET, response: { status: 200, matchingRules } });
    expect(expected).toMatchObject({ status: 200, statusClass: 2 });
  });

  const MATCHED: readonly (readonly [matcher: Record<string, Json>, example: Json, takes: Json, refuses: Json])[] = [
    [{ match: 'type' }, 'a', 'b', 1],
    [{ match: 'equality' }, 'a', 'a', 'b'],
    [{ match: 'regex', regex: 'a|b' }, 'a', 'b', 'c'],
    [{ match: 'number' }, 1, 2.5, 'x'],
    [{ match: 'integer' }, 1, 2, 2.5],
    [{ match: 'decimal' }, 1.5, 2.5, 'x'],
    [{ match: 'boolean' }, true, false, 'true'],
    [{ match: 'include', value: 'ell' }, 'hello', 'bells', 'bulls'],
    [{ match: 'null' }, null, null, 0],
    [{ match: 'date', format: 'yyyy-MM-dd' }, '2026-01-01', '2027-02-02', 1],
    [{ match: 'semver' }, '1.0.0', '2.1.0-rc.1', '2'],
    [{ match: 'notEmpty' }, 'a', 'b', ''],
    [{ match: 'not-known-here' }, 'a', 'a', 'b'],
  ];
  it.each(MATCHED)('%o', (matcher, example, takes, refuses) => {
    const rule = { path: [], combine: 'and', matchers: [{ ...matcher, match: String(matcher['match']) }] } as const;
    const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);
    expect([pactAccepts(rule, example, takes, matches), pactAccepts(rule, example, refuses, matches)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('what is not an exchange over HTTP', () => {
  it('is left out and counted', () => {
    const message = { type: 'Asynchronous/Messages', description: 'an event', contents: {} };
    const pending = { type: 'Synchronous/HTTP', pending: true, request: GET, response: { status: 200 } };
    const { uses, notes } = read(fileOf([message, pending, { request: GET, response: { status: 200 } }]));
    expect(uses.map(({ source }) => source.pointer)).toEqual(['/interactions/2']);
    expect(notes).toEqual([
      'web.pact.json: 1 interaction is left out: of the kind Asynchronous/Messages',
      'web.pact.json: 1 interaction is left out: pending',
    ]);
  });
});

describe('a broken file', () => {
  it.each([
    ['not JSON', '{"consumer":\n{"name":', 'web.pact.json:2 is not JSON'],
    ['another format', '{"log":{"entries":[]}}', '/consumer or /provider is missing'],
    ['no name', '{"consumer":{},"provider":{},"interactions":[]}', 'the name of the consumer or provider is missing'],
    ['no interactions', fileOf([]), 'has no interactions'],
    ['no path', fileOf([{ request: { method: 'GET' }, response: { status: 200 } }]), '#/interactions/0 has no request'],
    ['no status', fileOf([{ request: GET, response: {} }]), '#/interactions/0 has no response with a status'],
    ['nested without end', '['.repeat(100_000), 'web.pact.json:1 is not JSON'],
  ])('says what is wrong: %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('keeps a name such as __proto__ an ordinary property', () => {
    const text = fileOf([]).replace(
      '"interactions":[]',
      '"interactions":[{"request":{"method":"POST","path":"/x","body":{"__proto__":{"a":1}}},"response":{"status":200}}]',
    );
    const [use] = read(text).uses;
    expect(use?.kind === 'interaction' && JSON.stringify(use.request.body)).toContain('__proto__');
    expect(({} as Part)['a']).toBeUndefined();
  });
});
