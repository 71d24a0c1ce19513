import { expect, test } from 'vitest';
import type { Coverage, OperationCoverage } from '../../src/contract/index.ts';
import { livesLed } from '../../src/contract/judge/life-coverage.ts';
import { reachedTitle, unreachedLines } from '../../src/report/unreached-lines.ts';
import { fromYaml, tell } from '../contract/harness.ts';

const unreached = (endpoint: string, reasons: readonly string[]): OperationCoverage =>
  ({
    operation: endpoint,
    endpoint,
    reached: false,
    unreached: { refusals: [], reasons, values: [] },
  }) as Partial<OperationCoverage> as OperationCoverage;

test('an operation without a success has its reason, also where the run did not want one', () => {
  const operations = [unreached('GET /pets', []), unreached('GET /orders', ['no body could be made'])];
  expect(unreachedLines({ operations, lives: [] } as Partial<Coverage> as Coverage)).toEqual([
    'GET /pets: no case of this run asked for a success',
    'GET /orders: no body could be made',
  ]);
});

const REPAIRS = `openapi: 3.1.0
info: { title: Repairs, version: '1' }
paths:
  /repairs:
    get:
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Repair' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Repair' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Repair' } } } } }
components:
  schemas:
    Repair: { type: object, required: [what], properties: { id: { type: integer, readOnly: true }, what: { type: string } } }
`;

test('a life cycle that ends after the create says that no path leads to the item', async () => {
  const repairs: object[] = [];
  const { summary } = await tell({
    ...fromYaml(REPAIRS),
    target: async (request) => {
      if (request.method !== 'POST') return Response.json(repairs);
      repairs.push({ ...((await request.json().catch(() => ({}))) as object), id: repairs.length + 1 });
      return Response.json(repairs.at(-1), { status: 201 });
    },
    phases: ['stateful'],
  });
  expect(unreachedLines(summary.coverage)).toContainEqual(
    'the life cycle of repairs cannot be tested: the document has no operation for a single item (such as GET /repairs/{id})',
  );
  expect(reachedTitle(summary.coverage)).not.toContain('life cycles');
  expect(summary.coverage.totals.lives).toEqual({ covered: 0, total: 0 });
});

test('life cycles that cannot be tested are not counted among those that were not', () => {
  const lives = [
    { resource: 'pets', steps: 3, done: 3 },
    { resource: 'pens', steps: 3, done: 1, cut: { step: 'read', reason: '500' } },
    { resource: 'exports', steps: 3, done: 1, cut: { step: 'read', reason: 'no path' }, untestable: true as const },
  ];
  const totals = { operations: { covered: 4, total: 5 }, lives: livesLed(lives) };
  expect(reachedTitle({ operations: [], lives, totals } as unknown as Coverage)).toBe(
    'Reached: 4 of 5 operations had a success; life cycles tested to the end: 1 of 2, 1 not testable',
  );
});

test('life cycles that ended at the same step for the same reason share a line', () => {
  const cut = { step: 'create', reason: 'it was not run' };
  const lives: Coverage['lives'] = [
    { resource: 'rooms', steps: 10, done: 0, cut },
    { resource: 'guests', steps: 9, done: 4, cut: { step: 'update', reason: '500: it fell over' } },
    { resource: 'bookings', steps: 8, done: 0, cut },
  ];
  const totals = { operations: { covered: 0, total: 0 }, lives: livesLed(lives) };
  expect(unreachedLines({ operations: [], lives, totals } as unknown as Coverage)).toEqual([
    'the life cycles of rooms, bookings were not tested to their end. They ended at “create”: it was not run',
    'the life cycle of guests was not tested to its end (4 of 9 steps). It ended at “update”: 500: it fell over',
  ]);
});
