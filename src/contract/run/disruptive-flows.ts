import type { LedgerEntry } from '../model/events.ts';
import type { CaseEnd, Flow } from '../model/flow.ts';
import { stopReasons } from '../outage/outage-words.ts';
import type { LastFlow } from '../plan/order-disruptive.ts';
import type { RunRecord } from '../result/run-record.ts';
import { createHeldEnds, type HeldEnds } from './held-ends.ts';
import { runFlow } from './run-flow.ts';
import { restoringFlow } from './run-last.ts';
import { lastRequestsLine } from './unreachable.ts';

type Tell = (run: RunRecord, end: CaseEnd) => void;
/** Removes created records. Returns those that remain. */
type Clean = (run: RunRecord) => Promise<readonly LedgerEntry[]>;

interface LastTurn {
  readonly tell: Tell;
  readonly clean: Clean;
  readonly isStopped: (run: RunRecord) => boolean;
}

/**
 * Runs flows of disruptive operations, one at a time, and undoes each. Those that cannot be undone run
 * after the removal of created records, because they may end the login or the target.
 */
export async function runLast(run: RunRecord, { tell, clean, isStopped }: LastTurn): Promise<void> {
  const forGood = run.plan.last.filter(({ putBack }) => putBack === undefined);
  for (const flow of run.plan.last) {
    if (isStopped(run)) return;
    if (flow === forGood[0]) {
      await restore(run);
      await cleanWell(run, clean);
    }
    await runOneOfLast(run, flow, tell);
    await run.outages.settle();
    const lasting = run.outages.list.at(-1)?.end === 'lasting';
    if (lasting && flow.putBack === undefined) return;
    stopForOutage(run);
  }
}

async function runOneOfLast(run: RunRecord, flow: LastFlow, tell: Tell): Promise<void> {
  const ends = holdEnds(run, tell, undefined);
  const { flow: whole, end } = restoringFlow(flow, run.tools, run.options.disruptive === true);
  ends.take(flow, await runFlow(run.runner, whole));
  // Each case of an operation would tell the same.
  for (const note of await end()) if (!run.notes.includes(note)) run.notes.push(note);
  await ends.settle();
}

/** Restores settings and availability, and removes created records. Returns those that remain. */
export async function leave(run: RunRecord, clean: Clean): Promise<readonly LedgerEntry[]> {
  await restore(run);
  return cleanWell(run, clean);
}

/** A target that was switched off at the end refuses the removals as well, so the run waits for it once. */
async function cleanWell(run: RunRecord, clean: Clean): Promise<readonly LedgerEntry[]> {
  const leftovers = await clean(run);
  const stays = leftovers.some(({ path, reason = '' }) => path !== undefined && !NO_OUTAGE.test(reason));
  return stays && !run.signal.aborted && run.unreachable === undefined && (await run.outages.look())
    ? clean(run)
    : leftovers;
}

/** Refused removals whose reason is not an outage. */
const NO_OUTAGE = /gave (2|3|4(?!01|03|23|29))\d+$/;

/** Puts settings back, once: later disruptive flows may have ended the login. */
async function restore(run: RunRecord): Promise<void> {
  if (run.restored || run.signal.aborted) return;
  run.restored = true;
  run.notes.push(...(await run.outages.restore()));
}

export function holdEnds(run: RunRecord, tell: Tell, repeat: ((flow: Flow) => unknown) | undefined): HeldEnds {
  return createHeldEnds({ outages: run.outages, tell: (end) => tell(run, end), repeat });
}

/** Stops the run if the target does not recover. */
export function stopForOutage(run: RunRecord): void {
  const before = lastRequestsLine(run.sender.lastRequests.suspects());
  const why = stopReasons(run.target.base, run.outages.list, before);
  if (why === undefined || run.unreachable !== undefined) return;
  const { passed, failed, inconclusive, errored, skipped } = run.tally.counts();
  const rest = run.cases.length - passed - failed - inconclusive - errored - skipped;
  run.unreachable = [...why, `${rest} of ${run.cases.length} cases were not run or are inconclusive.`];
}
