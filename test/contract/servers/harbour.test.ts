import { expect, test } from 'vitest';
import type { Summary } from '../../../src/contract/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';
import { CREDENTIALS, DOCUMENT, harbour } from './harbour.ts';

const run = async (fault?: string): Promise<Summary> =>
  (await tell({ ...(await collaboratorsOf(DOCUMENT)), strict: true, credentials: CREDENTIALS, target: harbour(fault) }))
    .summary;
const told = ({ findings }: Summary) =>
  findings.filter(({ severity, about }) => severity !== 'info' && about !== 'usage');

test('a harbour that keeps its contract gets no finding, every operation works, and nothing is left behind', async () => {
  const summary = await run();
  expect(told(summary).map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(summary.counts).toMatchObject({ failed: 0, errored: 0, flaky: 0 });
  expect(summary.coverage.operations.filter(({ reached }) => !reached)).toEqual([]);
  expect(summary.leftovers).toEqual([]);
});

test('who has to name a version names the one that is there, however many write at once', async () => {
  const { events } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    credentials: CREDENTIALS,
    target: harbour(),
    operations: ['patchVessel', 'putVessel'],
    phases: ['coverage'],
  });
  const ends = events.flatMap((event) => (event.type === 'case-finished' ? [event] : []));
  expect(ends.filter(({ case: { operation } }) => operation === 'patchVessel').length).toBeGreaterThan(10);
  expect(ends.flatMap(({ case: { id }, result }) => (result.verdict === 'inconclusive' ? [id] : []))).toEqual([]);
});

type Fault = readonly [fault: string, finds: string, also?: readonly string[]];

/** Each fault with what must be found, and what it may show in besides. */
const FAULTS: readonly Fault[] = [
  ['loops', 'page.cursor-loop', ['page.overlap-or-gap']],
  ['skips', 'page.overlap-or-gap'],
  ['gone is missing', 'status.gone-mismatch'],
  ['no head', 'method.head-get-mismatch', ['vacuous.only-404']],
  ['other tag', 'method.head-get-mismatch'],
  ['no master', 'auth.missing-accepted', ['auth.invalid-accepted']],
  ['confirms cancelled calls', 'state.transition-accepted'],
  ['cancels twice', 'state.transition-accepted'],
  ['nowhere', 'header.location-unresolvable', ['vacuous.only-404']],
  ['other quay', 'state.roundtrip-lossy'],
];

const ROWS = FAULTS.map(([fault, finds, also = []]) => ({ fault, finds, also }));

test.each(ROWS)('a harbour with the fault "$fault" gets $finds', async ({ fault, finds, also }) => {
  const findings = told(await run(fault));
  expect(findings.map(({ check }) => check)).toContain(finds);
  const others = findings.filter(({ check }) => check !== finds && !also.includes(check));
  expect(others.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
});

test('of credentials that are needed together, the one that the service does not ask for is named', async () => {
  const { findings } = await run('no master');
  expect(findings.filter(({ check }) => check === 'auth.missing-accepted').map(({ message }) => message)).toEqual([
    'dropCall needs several credentials at once and answers 204 without that of `master`.',
  ]);
});
