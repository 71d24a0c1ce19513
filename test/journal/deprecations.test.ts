import { describe, expect, it } from 'vitest';
import { createJournal } from '../../src/journal/index.ts';
import type { Operation, Schema } from '../../src/spec/index.ts';
import { apiWith, exchange, json, media, operation, parameter, STILL_GOOD } from './exchanges.ts';

const NOW = Date.parse('2027-01-01T12:00:00Z');
const OLD = {
  deprecated: true,
  since: Date.parse('2026-07-01T00:00:00Z'),
  sunset: Date.parse('2027-01-03T23:59:59Z'),
  successor: '/pets?id={petId}',
};

const withBody = (schema: Schema): Operation =>
  operation('POST /pets', { body: { required: true, content: [media(schema)], pointer: '' } });

const used = (schema: Schema, body: Parameters<typeof json>[0], schemas: Record<string, Schema> = {}) => {
  const journal = createJournal({ api: apiWith(schemas) });
  journal.record(exchange({ operation: withBody(schema), body: json(body) }));
  return journal.deprecatedUse(NOW).map(({ pointer }) => pointer);
};

describe('a journal tells what deprecated things are used', () => {
  it('operations, with the days to their sunset, by client', () => {
    const journal = createJournal({ capacity: 1 });
    const getPet = operation('GET /pets/{petId}', { lifecycle: OLD });
    for (const client of ['app', 'cli', 'app']) journal.record(exchange({ operation: getPet, client }));
    journal.record(exchange({ operation: operation('GET /pets') }));
    expect(journal.deprecatedUse(NOW)).toEqual([
      {
        kind: 'operation',
        operation: 'GET /pets/{petId}',
        count: 3,
        clients: [
          { client: 'app', count: 2 },
          { client: 'cli', count: 1 },
        ],
        since: '2026-07-01',
        sunset: '2027-01-03',
        daysToSunset: 2,
        successor: '/pets?id={petId}',
      },
    ]);
    expect(journal.deprecatedUse(NOW + 3 * 86_400_000)[0]?.daysToSunset).toBe(-1);
  });

  it('parameters, where a request names them', () => {
    const old = { deprecated: true };
    const listPets = operation('GET /pets', {
      parameters: [
        parameter('tag', 'query', old),
        parameter('filter', 'query', old),
        parameter('X-Old', 'header', old),
        parameter('sid', 'cookie', old),
        parameter('limit', 'query', STILL_GOOD),
      ],
    });
    const journal = createJournal();
    journal.record(exchange({ operation: listPets, query: 'limit=1', headers: [['cookie', 'other=1']] }));
    expect(journal.deprecatedUse(NOW)).toEqual([]);
    journal.record(
      exchange({
        operation: listPets,
        query: 't%61g=a&filter[a]=1',
        headers: [
          ['x-old', '1'],
          ['Cookie', 'sid=1'],
        ],
      }),
    );
    expect(journal.deprecatedUse(NOW).map(({ kind, pointer, count }) => [kind, pointer, count])).toEqual([
      ['parameter', '/query/tag', 1],
      ['parameter', '/query/filter', 1],
      ['parameter', '/header/X-Old', 1],
      ['parameter', '/cookie/sid', 1],
    ]);
  });

  it('properties of a body, through references, compositions and lists', () => {
    const owner: Schema = { properties: { nick: { type: 'string', deprecated: true }, name: {} } };
    const schema: Schema = {
      allOf: [
        { properties: { owner: { $ref: 'Owner' }, tags: { items: { properties: { colour: { $ref: 'Old' } } } } } },
        { oneOf: [{ properties: { 'a/b': { allOf: [{ $ref: 'Old' }, {}] } } }] },
      ],
      additionalProperties: { properties: { x: { deprecated: true } } },
    };
    const schemas = { Owner: owner, Old: { deprecated: true } };
    const body = { owner: { nick: 'r', name: 'n' }, tags: [{ colour: 1 }, { colour: 2 }], 'a/b': 1, extra: { x: 1 } };
    expect([...used(schema, body, schemas)].sort()).toEqual([
      '/body/*/x',
      '/body/a~1b',
      '/body/owner/nick',
      '/body/tags/*/colour',
    ]);
    expect(used(schema, { owner: { name: 'n' }, tags: [{}] }, schemas)).toEqual([]);
  });

  it('in schemas that contain themselves', () => {
    const node: Schema = {
      properties: { old: { deprecated: true }, next: { $ref: 'Node' } },
      allOf: [{ $ref: 'Node' }],
    };
    const body = { next: { next: { old: 1 } } };
    expect(used({ $ref: 'Node' }, body, { Node: node })).toEqual(['/body/next/next/old']);
  });

  it('looks for deprecated parts once per operation, and at no body where there are none', () => {
    let asked = 0;
    const schema = {
      get properties() {
        asked++;
        return { name: {}, next: { $ref: 'Pet' } };
      },
    };
    const journal = createJournal({ api: apiWith({ Pet: schema }) });
    const createPet = withBody(schema);
    const untouchable = new Proxy({}, { ownKeys: () => expect.fail('the body was looked at') });
    for (let i = 0; i < 3; i++) journal.record(exchange({ operation: createPet, body: json(untouchable, '{}') }));
    expect(asked).toBe(1);
  });

  it('counts clients that invent names together', () => {
    const journal = createJournal();
    const old = operation('GET /old', { lifecycle: { deprecated: true } });
    for (let i = 0; i < 1_500; i++) journal.record(exchange({ operation: old, client: `c${i}` }));
    const [use] = journal.deprecatedUse(NOW);
    expect(use?.count).toBe(1_500);
    expect(use?.clients.length).toBe(1_001);
    expect(use?.clients[0]).toEqual({ client: '(others)', count: 500 });
  });
});
