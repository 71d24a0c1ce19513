import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runContract } from '../../src/library/index.ts';
import { type Answer, inMemory, type Server } from './harness.ts';

const json = (schema: object): object => ({ description: 'ok', content: { 'application/json': { schema } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const body = { required: true, content: { 'application/json': { schema: ref('Input') } } };

/** Requests may say more than answers can show, and say some of it in another form. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  paths: {
    '/things': {
      get: { responses: { 200: json({ type: 'array', items: ref('Thing') }) } },
      post: { requestBody: body, responses: { 201: json(ref('Thing')), 400: { description: 'bad' } } },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: json(ref('Thing')), 404: { description: 'none' } } },
      put: { requestBody: body, responses: { 200: json(ref('Thing')), 400: { description: 'bad' } } },
      patch: {
        requestBody: body,
        responses: {
          200: json(ref('Thing')),
          400: { description: 'bad' },
          422: { description: 'bad', content: { 'application/problem+json': { schema: { type: 'object' } } } },
        },
      },
      delete: { responses: { 204: { description: 'gone' } } },
    },
  },
  components: {
    schemas: {
      Input: {
        type: 'object',
        properties: {
          name: { type: ['string', 'null'] },
          nick: { type: ['string', 'null'] },
          status: { type: 'string' },
          level: { type: 'integer' },
          event: { type: 'string', enum: ['stop', 'a'] },
          owner: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
          picture: { type: 'string', format: 'byte' },
          spot: { type: 'object', properties: { x: { type: 'number' } } },
        },
      },
      Thing: {
        type: 'object',
        required: ['id', 'name', 'status'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          nick: { type: 'string' },
          status: { type: 'string', enum: ['a', 'b'] },
          level: { type: 'integer', minimum: 1, maximum: 10 },
          event: { type: 'string', enum: ['a', 'b'] },
          owner: {
            type: 'object',
            required: ['id', 'mail'],
            properties: { id: { type: 'string' }, mail: { type: 'string', format: 'email' } },
          },
          tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'price'],
              properties: { id: { type: 'integer' }, sku: { type: 'string' }, price: { type: 'number' } },
            },
          },
          picture: { type: 'string', format: 'uri' },
          spot: { type: 'object', properties: { x: { type: 'number', minimum: 0 } } },
        },
      },
    },
  },
};

const BASE = { name: 'n', nick: 'k', status: 'a', level: 3, spot: { x: 1 } };

describe('a document whose requests may say what its answers may not', () => {
  let server: Server;
  let item = '';
  const call: Server['call'] = async (...args) => {
    const answer = await server.call(...args);
    if (answer.status < 400) expect(answer.headers.get('standin-violations')).toBeNull();
    return answer;
  };
  const each = async (change: object): Promise<readonly Answer[]> => [
    await call('POST /things', { ...BASE, ...change }),
    await call(`PUT ${item}`, { ...BASE, ...change }),
    await call(`PATCH ${item}`, change),
  ];
  const statuses = async (change: object): Promise<readonly number[]> =>
    (await each(change)).map(({ status }) => status);

  beforeAll(async () => {
    server = await inMemory({ document: DOCUMENT, strict: true });
    item = (await server.call('POST /things', BASE)).headers.get('location') ?? '';
  });
  afterAll(() => server.close());

  it('refuses a value outside the list, the range or the part that answers can show, with the documented status', async () => {
    for (const change of [{ status: 'zz' }, { level: 99 }, { spot: { x: -4 } }])
      expect(await statuses(change)).toEqual([400, 400, 422]);
    const refused = await call(`PATCH ${item}`, { level: 99 });
    expect(refused.json.violations).toMatchObject([{ pointer: '/body/level', keyword: 'maximum' }]);
    expect(refused.json.detail).toContain('`level` must be at most 10');
    expect((await call(`GET ${item}`)).json).toMatchObject(BASE);
  });

  it('takes null for nothing where nothing may be, and refuses it of what stands and may not go', async () => {
    const [created, replaced, patched] = await each({ nick: null });
    for (const answer of [created, replaced, patched]) expect(answer?.json).not.toHaveProperty('nick');
    expect(await statuses({ name: null })).toEqual([201, 400, 422]);
  });

  it('makes an object of the id or name that a request gives for it, and completes parts', async () => {
    for (const answer of await each({ owner: 'bob', tags: ['x', 'y'], lines: [{ sku: 's1' }, { sku: 's2' }] }))
      expect(answer.json).toMatchObject({
        owner: { id: 'bob', mail: expect.stringContaining('@') },
        tags: [{ name: 'x' }, { name: 'y' }],
        lines: [
          { sku: 's1', id: expect.any(Number), price: expect.any(Number) },
          { sku: 's2', id: expect.any(Number), price: expect.any(Number) },
        ],
      });
  });

  it('takes a value that the request lists, and one of another format, for another form', async () => {
    expect(await statuses({ event: 'stop', picture: 'AAAA' })).toEqual([201, 200, 200]);
  });

  it('either shows what was sent or refuses it, whatever was sent', async () => {
    const change = fc.record(
      {
        name: fc.option(fc.string()),
        nick: fc.option(fc.string()),
        status: fc.constantFrom('a', 'b', 'c', ''),
        level: fc.integer({ min: -2, max: 13 }),
        spot: fc.record({ x: fc.integer({ min: -2, max: 2 }) }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(change, async (said) => {
        for (const [index, answer] of (await each(said)).entries()) {
          if (answer.status >= 400) continue;
          const shown = answer.json as Record<string, unknown>;
          for (const [name, value] of Object.entries(said))
            if (value !== null) expect(shown[name]).toEqual(value);
            else if (name === 'nick' || index > 0) expect(shown).not.toHaveProperty(name);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('passes the check of its own document: what can only be refused is not a finding', async () => {
    const run = await runContract({ target: server.mock, document: DOCUMENT, allowWrites: true, timeout: 60_000 });
    const { findings } = await run.summary;
    expect(
      findings.filter(({ about }) => about === 'service').map(({ check, message }) => `${check} ${message}`),
    ).toEqual([]);
  });
});
