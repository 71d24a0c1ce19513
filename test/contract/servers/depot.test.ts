import { expect, test } from 'vitest';
import type { Summary } from '../../../src/contract/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';
import { DOCUMENT, depot } from './depot.ts';

const run = async (fault?: string): Promise<Summary> =>
  (await tell({ ...(await collaboratorsOf(DOCUMENT)), strict: true, target: depot(fault) })).summary;
const told = ({ findings }: Summary) =>
  findings.filter(({ severity, about }) => severity !== 'info' && about === 'service');

test('a depot that keeps its contract gets no finding, every operation works, and nothing is left behind that can be removed', async () => {
  const summary = await run();
  expect(told(summary).map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(summary.counts).toMatchObject({ failed: 0, errored: 0, flaky: 0 });
  // Nothing takes back what was started.
  expect(new Set(summary.leftovers.map(({ resource }) => resource))).toEqual(new Set(['counts']));
});

type Fault = readonly [fault: string, finds: string, also?: readonly string[]];

/** Each fault with what must be found, and what it may show in besides. */
const FAULTS: readonly Fault[] = [
  ['all slots', 'state.list-shows-foreign', ['state.list-omits-created', 'state.list-differs']],
  [
    'one for all',
    'state.roundtrip-lossy',
    [
      'state.list-shows-foreign',
      'state.list-omits-created',
      'state.found-elsewhere',
      'state.list-lacks-own',
      'status.created-mismatch',
      'state.available-after-create',
    ],
  ],
  [
    'next place',
    'state.unstable-id',
    ['state.list-omits-created', 'state.list-lacks-own', 'state.delete-takes-others', 'state.list-shows-foreign'],
  ],
  ['always new', 'status.created-mismatch'],
  ['never new', 'status.created-mismatch'],
  ['nothing to clear', 'state.unknown-accepted'],
  ['any row', 'reject.enum', ['schema.enum']],
  ['ten places', 'reject.boundary'],
  ['code twice', 'state.duplicate-accepted'],
  ['another code', 'state.unstable-id'],
  ['zones are lost', 'state.roundtrip-lossy'],
  ['forgets many', 'state.available-after-create'],
  ['another count', 'header.location-unresolvable'],
  ['forgets what', 'state.roundtrip-lossy'],
  ['no sheet', 'job.result-missing', ['status.unexpected', 'vacuous.only-404']],
  ['seals again', 'state.transition-accepted'],
  ['sends twice', 'state.transition-accepted'],
  ['sealed crates change', 'state.transition-accepted'],
  ['labels what is sent', 'state.transition-accepted'],
  ['sent crates crash', 'status.server-error'],
  ['seals nothing', 'state.action-without-effect', ['vacuous.never-2xx']],
  ['shows the open crate', 'state.answer-differs'],
];

const ROWS = FAULTS.map(([fault, finds, also = []]) => ({ fault, finds, also }));

test.each(ROWS)('a depot with the fault "$fault" gets $finds', async ({ fault, finds, also }) => {
  const findings = told(await run(fault));
  expect(findings.map(({ check }) => check)).toContain(finds);
  const others = findings.filter(({ check }) => check !== finds && !also.includes(check));
  expect(others.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
});

test('of a job that has not come to its end nothing is known, and that is said', async () => {
  const { summary, events } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: depot('counts for ever') });
  const ends = events.flatMap((event) =>
    event.type === 'case-finished' && event.case.id === 'stateful/startCount/job' ? [event.result] : [],
  );
  expect(ends).toEqual([{ verdict: 'inconclusive', reason: 'it had not come to an end after six seconds' }]);
  expect(told(summary)).toEqual([]);
});

test('names that an earlier run left behind do not disturb a run: others are drawn', async () => {
  const target = depot();
  const kept = new Map<string, string>();
  const noting = async (request: Request): Promise<Response> => {
    const body = request.method === 'POST' && request.url.endsWith('/yards') ? await request.clone().text() : undefined;
    const response = await target(request);
    if (body !== undefined && response.status === 201) kept.set(body, request.url);
    return response;
  };
  const parts = await collaboratorsOf(DOCUMENT);
  const again = async (salt: string): Promise<readonly string[]> => {
    const { summary, events } = await tell({ ...parts, target: noting, salt });
    expect(told(summary)).toEqual([]);
    return events.flatMap((event) =>
      event.type === 'case-finished' && event.result.verdict === 'inconclusive' && !event.case.id.endsWith('/unicode')
        ? [event.case.id]
        : [],
    );
  };
  const first = await again('one');
  for (const [body, url] of [...kept]) {
    await target(new Request(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }));
  }
  expect(await again('two')).toEqual(first);
});
