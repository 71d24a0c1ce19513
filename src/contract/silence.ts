import type { CaseEnd } from './run-flow.ts';

/** Cases without a single answer, and operations that they are about, after which a target that has never answered is not asked on. */
const MOST_CASES = 8;
const MOST_OPERATIONS = 3;

/** Whether a target has anything to say at all: some take connections and leave every request waiting for its time to be over. */
export interface Silence {
  /** Takes in how a case ended; true once so many had no answer, and none had one, that there will be none. */
  goesOn(end: CaseEnd): boolean;
}

/** `suspected`: the first request of the run was not answered in time. `operations`: how many the plan is about. */
export function createSilence(suspected: boolean, operations: number): Silence {
  const asked = new Set<string>();
  let cases = 0;
  let heard = !suspected;
  return {
    goesOn({ case: { operation }, result, findings }) {
      if (heard || result.verdict === 'skipped') return false;
      const late = findings.filter(({ check }) => check === 'time.timeout').length;
      if (result.verdict === 'passed' || late < findings.length) heard = true;
      if (heard || late === 0) return false;
      cases += 1;
      if (operation !== undefined) asked.add(operation);
      return cases >= MOST_CASES && asked.size >= Math.min(MOST_OPERATIONS, operations);
    },
  };
}
