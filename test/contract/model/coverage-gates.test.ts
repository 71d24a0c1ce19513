import { expect, test } from 'vitest';
import { COVERAGE_GATES, exitStatus, mergeSummaries, planContract, type Summary } from '../../../src/contract/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';
import { DOCUMENT, library } from '../servers/framework.ts';
import { thingServer, things } from '../servers/things.ts';

const run = async (options: object): Promise<Summary> =>
  (await tell({ ...things(), target: thingServer().fetch, phases: ['coverage', 'stateful'], ...options })).summary;

test('a run that covers what it has to is clean', async () => {
  const { exitStatus: status, reasons } = await run({
    minCoverage: { operations: 100, parameters: 100, rulesBroken: 100 },
  });
  expect({ status, reasons }).toEqual({ status: 0, reasons: [] });
});

test('a run that covers less fails, and says of what and where', async () => {
  const { exitStatus: status, reasons, coverage } = await run({ minCoverage: { statuses: 100 }, phases: ['stateful'] });
  const { covered, total } = coverage.totals.statuses;
  expect(covered).toBeLessThan(total);
  expect(status).toBe(1);
  expect(reasons).toEqual([
    expect.stringContaining(
      `% of the documented statuses are covered (${covered} of ${total}), but the minimum is 100 %; not covered: `,
    ),
  ]);
});

test('a run whose life cycles end early fails, and says which, where and why', async () => {
  const cannotDelete = async (request: Request): Promise<Response> =>
    request.method === 'DELETE' ? Response.json({ message: 'Busy.' }, { status: 503 }) : whole.fetch(request);
  const whole = thingServer();
  const led = await run({ minCoverage: { lives: 100 } });
  const cut = await run({ minCoverage: { lives: 100 }, target: cannotDelete });
  expect(led.reasons).toEqual([]);
  expect(cut.exitStatus).toBe(1);
  expect(cut.reasons.join()).toMatch(
    /0 % of the life cycles are covered \(0 of 1\), .* not covered: things \(.+: .+\)/,
  );
});

test('each gate is held to its own measure, exactly, and what a document has none of is covered', async () => {
  const whole = await run({});
  for (const [gate, key] of COVERAGE_GATES) {
    const totals = { ...whole.coverage.totals, [key]: { covered: 2, total: 3 } };
    const summary = { ...whole, coverage: { ...whole.coverage, totals } };
    expect(exitStatus(summary, [], { minCoverage: { [gate]: 66 } }).exitStatus).toBe(0);
    expect(exitStatus(summary, [], { minCoverage: { [gate]: 67 } }).exitStatus).toBe(1);
    const none = {
      ...summary,
      coverage: { ...whole.coverage, totals: { ...totals, [key]: { covered: 0, total: 0 } } },
    };
    expect(exitStatus(none, [], { minCoverage: { [gate]: 100 } }).exitStatus).toBe(0);
  }
});

test('a run in which refusals passed and no operation had a success is not clean', async () => {
  const { summary } = await tell({
    ...things(),
    target: () => Response.json({ message: 'Nothing here.' }, { status: 404 }),
    phases: ['coverage', 'stateful'],
  });
  const told = summary.findings.filter(({ check }) => check.startsWith('vacuous.only-'));
  const refused = { ...summary, counts: { ...summary.counts, passed: 3 }, findings: told };
  expect(told.length).toBeGreaterThan(0);
  expect(exitStatus(refused)).toEqual({
    exitStatus: 1,
    reasons: ['no operation had a success, so the run shows little about the service'],
  });
  expect(exitStatus({ ...refused, findings: [] }).exitStatus).toBe(0);
});

test('nothing is asked of a part of a run; shards are held to it together', async () => {
  const minCoverage = { operations: 100 };
  const parts = await Promise.all([1, 2].map((index) => run({ minCoverage, shard: { index, of: 2 } })));
  const [first, second] = parts as [Summary, Summary];
  expect([first, second].flatMap(({ reasons }) => reasons.filter((reason) => reason.includes('covered')))).toEqual([]);
  expect(mergeSummaries([first, second], { now: 0, minCoverage }).reasons).toEqual([]);
  expect(mergeSummaries([first], { now: 0, minCoverage: { statuses: 100 } }).reasons.join()).not.toContain('covered');
  const { cases } = planContract(things());
  const only = await run({ minCoverage, only: [cases[0]?.id] });
  expect(only.reasons.join()).not.toContain('covered');
});

test('only what has to do with one operation is tried again, with what it needs', async () => {
  const parts = await collaboratorsOf(DOCUMENT);
  const { events, summary } = await tell({ ...parts, target: library(), only: ['PUT /books/{id}/'] });
  const ran = events.flatMap((event) => (event.type === 'case-finished' ? [event.case] : []));
  expect(ran.some(({ operation }) => operation === 'POST /books/')).toBe(true);
  expect(ran.some(({ operation }) => operation === 'GET /tags/')).toBe(false);
  expect(ran.filter(({ operation }) => operation === 'PUT /books/{id}/').length).toBeGreaterThan(5);
  expect(summary.counts).toMatchObject({ failed: 0, inconclusive: 0 });
  const all = planContract(parts).cases.filter(({ operation }) => operation === 'PUT /books/{id}/');
  expect(
    ran
      .filter(({ operation }) => operation === 'PUT /books/{id}/')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(all.map(({ id }) => id).sort());
});
