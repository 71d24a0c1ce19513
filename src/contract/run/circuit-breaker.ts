import type { Finding } from '../model/finding.ts';
import type { CircuitBreaker } from '../result/run-record.ts';
import type { Failed, FailureCode } from '../transport/target.ts';

/** Cases without a single answer, and operations that they are about, after which a target that has never answered is not asked on. */
const MOST_CASES = 8;
const MOST_OPERATIONS = 3;

/** What keeps a first request from an answer where connections are taken: time, no HTTP, an end before any answer. */
const MUTE: readonly FailureCode[] = ['timeout', 'not-http', 'connection-reset'];

/** `first`: what kept the first request of the run from an answer. `operations`: how many the plan is about. */
export function createCircuitBreaker(first: Failed | undefined, operations: number): CircuitBreaker {
  const suspicion = first !== undefined && MUTE.includes(first.code) ? first : undefined;
  const asked = new Set<string>();
  let cases = 0;
  let heard = false;
  return {
    goesOn({ case: { operation }, result, findings }) {
      if (suspicion === undefined || heard || result.verdict === 'skipped') return undefined;
      const unanswered = findings.filter(isMute).length;
      if (result.verdict === 'passed' || unanswered < findings.length) heard = true;
      if (heard || unanswered === 0) return undefined;
      cases += 1;
      if (operation !== undefined) asked.add(operation);
      return cases >= MOST_CASES && asked.size >= Math.min(MOST_OPERATIONS, operations) ? suspicion : undefined;
    },
  };
}

function isMute({ check, keyword }: Finding): boolean {
  return check === 'time.timeout' || (check === 'transport.broken' && MUTE.some((code) => code === keyword));
}
