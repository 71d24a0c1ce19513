import { BROKEN } from '../judge/transport-failures.ts';
import type { CaseEnd, Flow } from '../model/flow.ts';
import { lostReason } from '../outage/outage-words.ts';
import type { Outages } from '../outage/outages.ts';

/** Holds ends of flows back until it is known that the target was available. */
export interface HeldEnds {
  /** Reports an end, holds it, or runs the flow again, as the canaries decide. */
  take(flow: Flow, ends: readonly CaseEnd[]): void;
  /** Asks the canaries about ends that are held, so that none is held afterwards. */
  settle(): Promise<void>;
}

export interface TellingOptions {
  readonly outages: Outages;
  readonly tell: (end: CaseEnd) => void;
  /** Runs a flow again that an outage interrupted; undefined if it cannot run again and is inconclusive. */
  readonly repeat: ((flow: Flow) => unknown) | undefined;
}

export function createHeldEnds({ outages, tell, repeat }: TellingOptions): HeldEnds {
  let kept: { readonly flow: Flow; readonly ends: readonly CaseEnd[] }[] = [];

  function sort(flow: Flow, ends: readonly CaseEnd[]): void {
    const ids = flow.cases.map(({ id }) => id);
    // The case that ended the process would end it again.
    if (outages.hasEnded(ids) && ends.some(({ findings }) => findings.some(({ check }) => check === BROKEN.id))) {
      outages.forget(ids);
      for (const end of ends) tell(end);
    } else if (outages.isLost(ids)) lose(flow, ids);
    else if (outages.isDoubtful(ids)) kept.push({ flow, ends });
    else for (const end of ends) tell(end);
  }

  function lose(flow: Flow, ids: readonly string[]): void {
    outages.forget(ids);
    if (repeat === undefined) for (const end of lostEnds(flow, outages)) tell(end);
    else repeat(flow);
  }

  function sweep(): void {
    const open = kept;
    kept = [];
    for (const { flow, ends } of open) sort(flow, ends);
  }

  return {
    take(flow, ends) {
      sort(flow, ends);
      if (kept.length > 0) sweep();
    },
    async settle() {
      if (kept.length === 0) return;
      await outages.settle();
      sweep();
    },
  };
}

/** Ends of cases that an outage made inconclusive. */
export function lostEnds(flow: Flow, { list }: Outages): readonly CaseEnd[] {
  const last = list.at(-1);
  const reason = last === undefined ? 'the target did not answer as before' : lostReason(last);
  return flow.cases.map((planned) => ({
    case: planned,
    result: { verdict: 'inconclusive', reason },
    findings: [],
    duration: 0,
    requests: 0,
  }));
}

/** Ends of cases of an operation that has caused an outage. */
export function leftEnds(flow: Flow): readonly CaseEnd[] {
  return flow.cases.map((planned) => ({
    case: planned,
    result: { verdict: 'skipped', reason: 'its operation has switched the target off before' },
    findings: [],
    duration: 0,
    requests: 0,
  }));
}

/** Whether a flow sends an operation that has caused an outage. */
export function isAboutCulprit(flow: Flow, { culprits }: Outages): boolean {
  return culprits.size > 0 && flow.cases.some(({ operation }) => operation !== undefined && culprits.has(operation));
}
