import { expect, test } from 'vitest';
import { cleanLedger, type LedgerChange, type LedgerEntry, type Summary } from '../../../src/contract/index.ts';
import { createFetchTarget } from '../../../src/contract/transport/fetch.ts';
import { inferResources, withStandIns } from '../../../src/resources/index.ts';
import { loadApi } from '../../../src/spec/index.ts';
import { collaborators, NOW, tell } from '../harness.ts';
import { cabinet, DOCUMENT } from './cabinet.ts';

const api = withStandIns(await loadApi(DOCUMENT));
const parts = { ...collaborators(api), model: inferResources(api, undefined, 'paths alone') };

interface CabinetRun {
  readonly summary: Summary;
  readonly touched: readonly string[];
  readonly granted: number;
}

async function run(fault?: string): Promise<CabinetRun> {
  const { fetch, touched, granted } = cabinet(fault);
  return { summary: (await tell({ ...parts, target: fetch })).summary, touched: touched(), granted: granted() };
}
const told = ({ findings }: Summary) =>
  findings.filter(({ severity, about }) => severity === 'error' && about === 'service');

test('a store of calls by name that keeps its contract gets no error, and each life is led to its end', async () => {
  const { summary, touched, granted } = await run();
  expect(told(summary).map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(summary.coverage.totals.lives).toEqual({ covered: 3, total: 3 });
  expect(summary.leftovers).toEqual([]);
  expect(granted).toBe(0);
  expect(touched).toEqual([]);
});

test('what an interrupted run has made is removed from its ledger by the calls of the document', async () => {
  const { fetch, touched, granted } = cabinet();
  const ledger = new Map<string, LedgerEntry>();
  const onLedger = (change: LedgerChange): void => {
    if (change.kind === 'gone') ledger.delete(change.path);
    else ledger.set(change.entry.path ?? '', change.entry);
  };
  await tell({ ...parts, target: fetch, disposable: true, phases: ['coverage'], onLedger });
  expect(granted()).toBeGreaterThan(0);
  expect(await cleanLedger([...ledger.values()], { target: createFetchTarget(fetch, { now: () => NOW }) })).toEqual([]);
  expect(granted()).toBe(0);
  expect(touched()).toEqual([]);
});

/** Each fault with what must be found, and what it may show in besides. */
const FAULTS: readonly (readonly [fault: string, finds: string])[] = [
  ['put keeps nothing', 'state.available-after-create'],
  ['second put keeps nothing', 'state.update-not-visible'],
  ['version stands', 'state.version-unchanged'],
  ['delete keeps all', 'state.use-after-delete'],
  ['limit has no effect', 'page.limit-ignored'],
  ['never more', 'page.more-inconsistent'],
  ['counts as numbers', 'schema.type'],
  ['lists only old tags', 'state.list-omits-created'],
  ['tags stay', 'state.use-after-delete'],
  ['another number of days', 'state.roundtrip-lossy'],
  ['permits stay', 'state.use-after-delete'],
];

test.each(FAULTS)('a store in which %s is told so, and loses no record of others', async (fault, finds) => {
  const { summary, touched } = await run(fault);
  expect(told(summary).map(({ check }) => check)).toContain(finds);
  expect(touched).toEqual([]);
});

test('a finding of a call by name shows the call as the document has it', async () => {
  const { summary } = await run('tags stay');
  const found = told(summary).find(({ check }) => check === 'state.use-after-delete');
  expect(found?.endpoint).toBe('POST /v1/tag/delete');
  expect(
    found?.steps?.map(({ exchange }) => `${exchange.request.method} ${new URL(exchange.request.url).pathname}`),
  ).toEqual(expect.arrayContaining(['POST /v1/tag/add', 'POST /v1/tag/delete', 'POST /v1/tag/get']));
});
