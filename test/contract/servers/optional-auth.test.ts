import { expect, test } from 'vitest';
import type { Summary } from '../../../src/contract/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';
import { DOCUMENT, doors, KEY } from './optional-auth.ts';

const run = async (fault?: string): Promise<Summary> => {
  const parts = await collaboratorsOf(DOCUMENT);
  return (await tell({ ...parts, credentials: { bearer: KEY }, target: doors(fault) })).summary;
};
const told = ({ findings }: Summary): readonly string[] =>
  findings.filter(({ severity, about }) => severity === 'error' && about === 'service').map(({ check }) => check);

test('a house with doors that keeps its contract gets no finding', async () => {
  const summary = await run();
  expect(told(summary)).toEqual([]);
  expect(summary.counts).toMatchObject({ failed: 0, errored: 0, flaky: 0 });
});

const FAULTS: readonly (readonly [fault: string, finds: string, also?: readonly string[]])[] = [
  ['any key', 'auth.invalid-accepted'],
  ['no entry', 'auth.wrong-status'],
  ['another lock', 'header.www-authenticate'],
  ['never modified', 'conditional.304'],
  ['leads to all', 'header.location-unresolvable'],
  ['half the default', 'page.limit-ignored'],
  ['filters one page', 'filter.ignored'],
  ['links without filter', 'page.link-header'],
  ['next for ever', 'page.link-header'],
  ['last is too far', 'page.link-header'],
  ['finds beginnings only', 'filter.incomplete', ['filter.ignored']],
  ['quotes crash', 'status.server-error'],
  ['NUL crashes', 'status.server-error'],
  ['huge numbers crash', 'status.server-error'],
  ['percent signs crash', 'status.server-error'],
  ['sorts each page', 'sort.ignored'],
  ['sorts all or nothing', 'sort.ignored'],
  ['takes lists', 'reject.wrong-type'],
  ['takes half sizes', 'reject.wrong-type', ['schema.type']],
];
const ROWS = FAULTS.map(([fault, finds, also = []]) => ({ fault, finds, also }));

test.each(ROWS)('a house with the fault "$fault" gets $finds', async ({ fault, finds, also }) => {
  const found = told(await run(fault));
  expect(found).toContain(finds);
  expect(found.filter((check) => check !== finds && !also.includes(check))).toEqual([]);
});
