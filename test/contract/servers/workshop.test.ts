import { expect, test } from 'vitest';
import type { ContractOptions, Summary } from '../../../src/contract/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';
import { DOCUMENT, workshop } from './workshop.ts';

const run = async (fault?: string, options: Partial<ContractOptions> = {}): Promise<Summary> => {
  const parts = await collaboratorsOf(DOCUMENT);
  return (await tell({ ...parts, strict: true, ...options, target: workshop(fault) })).summary;
};
const counted = ({ findings }: Summary): readonly string[] =>
  findings.filter(({ severity, about }) => severity !== 'info' && about === 'service').map(({ check }) => check);
const OF_DOCUMENT = ['sunset.approaching'];

test('a workshop that keeps its contract gets no finding but what its document says of itself', async () => {
  const summary = await run();
  expect(counted(summary).filter((check) => !OF_DOCUMENT.includes(check))).toEqual([]);
  expect(summary.counts).toMatchObject({ failed: 0, errored: 0, flaky: 0 });
});

type Row = readonly [check: string, fault: string, also?: readonly string[]];

const FAULTS: readonly Row[] = [
  ['accept.unicode', 'only Latin', ['accept.valid-rejected', 'accept.boundary-rejected']],
  ['body.bom-or-encoding', 'bom'],
  ['body.on-204-304', 'length of nothing'],
  ['conditional.304', 'always whole'],
  ['conditional.412', 'no conditions'],
  ['content-length.mismatch', 'wrong length'],
  ['cors.wildcard-with-credentials', 'any origin'],
  ['filter.incomplete', 'filter loses one'],
  ['header.etag-inconsistent', 'malformed tag'],
  ['header.etag-inconsistent', 'tag that stays'],
  ['header.undocumented', 'unnamed field'],
  ['header.vary-missing', 'no Vary'],
  ['idempotency.delete', 'deletes once', ['reject.wrong-code']],
  [
    'idempotency.get-side-effect',
    'reading changes',
    [
      'state.answer-differs',
      'state.list-differs',
      'write.failed-changed-state',
      'state.roundtrip-lossy',
      'state.patch-drops-others',
      'idempotency.put',
      'header.etag-inconsistent',
      'schema.length',
    ],
  ],
  ['negotiation.not-406', 'Accept is nothing'],
  ['put.partial-update', 'put merges'],
  ['reject.foreign-code', 'foreign code'],
  ['reject.duplicate-query', 'takes twice'],
  ['state.answer-differs', 'answers with the old', ['state.roundtrip-lossy']],
  ['state.default-not-applied', 'wrong default', ['put.partial-update']],
  ['state.delete-takes-others', 'delete takes two', ['status.unexpected']],
  ['state.list-differs', 'list shows the old'],
  ['state.patch-drops-others', 'patch forgets'],
  ['state.unknown-accepted', 'nobody is somebody'],
  ['state.unstable-id', 'answers as another', ['header.location-unresolvable', 'state.answer-differs']],
  ['status.body-mismatch', 'other status in the body'],
  ['stream.item-schema', 'odd line'],
  ['vacuous.never-2xx', 'motto never comes'],
  ['trailing-slash.divergence', 'slash crashes', ['status.server-error']],
];

const ROWS = FAULTS.map(([check, fault, also = []]) => ({ check, fault, also }));

test.each(ROWS)('$check is what is found where the workshop has the fault "$fault"', async ({ check, fault, also }) => {
  const { findings } = await run(fault);
  expect(findings.map((finding) => finding.check)).toContain(check);
  const allowed = new Set([check, ...also, ...OF_DOCUMENT]);
  const rest = findings.filter(({ severity, about }) => severity !== 'info' && about === 'service');
  expect(rest.filter((finding) => !allowed.has(finding.check)).map((finding) => finding.message)).toEqual([]);
});

test('clients that use deprecated or unstable parts are named; requests of the run itself are not reported', async () => {
  const scenario = {
    name: 'An old habit',
    steps: [
      { operation: 'oldBench', parameters: { 'query.style': 'oak' } },
      { operation: 'moveBench', body: { place: 'there', legs: 3 } },
    ],
  };
  const used = ({ findings }: Summary) =>
    [...new Set(findings.filter(({ about }) => about === 'usage').map(({ check }) => check))].sort();
  expect(used(await run())).toEqual([]);
  expect(used(await run(undefined, { scenarios: [scenario] }))).toEqual([
    'deprecated.operation-used',
    'deprecated.parameter-used',
    'deprecated.property-returned',
    'deprecated.property-sent',
    'stability.experimental-used',
  ]);
});

test('what the document leaves out, and what ends soon, is reported about the document', async () => {
  const checks = (await run()).findings.map(({ check }) => check);
  expect(checks).toContain('status.only-default-documented');
  expect(checks).toContain('lifecycle.successor-missing');
  expect(checks).toContain('sunset.approaching');
});

test('after its sunset an operation that is gone should say 410', async () => {
  const now = () => Date.parse('2027-03-01');
  const { findings } = await run('bench is gone', { now });
  expect(findings.map(({ check }) => check)).toContain('sunset.passed-not-gone');
  expect((await run(undefined, { now })).findings.map(({ check }) => check)).not.toContain('sunset.passed-not-gone');
});

test('an operation whose median answer takes longer than the budget is reported', async () => {
  const slow = (await run(undefined, { timeBudget: -1 })).findings.filter(({ check }) => check === 'time.budget');
  expect(new Set(slow.map(({ severity }) => severity))).toEqual(new Set(['error']));
  expect((await run(undefined, { timeBudget: 60_000 })).findings.map(({ check }) => check)).not.toContain(
    'time.budget',
  );
});
