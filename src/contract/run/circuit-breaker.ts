import type { Finding } from '../model/finding.ts';
import type { CircuitBreaker } from '../result/run-record.ts';
import type { FailedOutcome, FailureCode } from '../transport/target.ts';

/** After this many cases without an answer, of this many operations, the run stops. */
const MOST_CASES = 8;
const MOST_OPERATIONS = 3;

/**
 * Failures of a target that accepts connections and does not answer: a time-out, another protocol, an end
 * before the answer.
 */
const MUTE: readonly FailureCode[] = ['timeout', 'not-http', 'connection-reset'];

/** `first`: why the first request had no answer. `operations`: the number of operations in the plan. */
export function createCircuitBreaker(first: FailedOutcome | undefined, operations: number): CircuitBreaker {
  const suspicion = first !== undefined && MUTE.includes(first.code) ? first : undefined;
  const tried = new Set<string>();
  let cases = 0;
  let heard = false;
  return {
    goesOn({ case: { operation }, result, findings }) {
      if (suspicion === undefined || heard || result.verdict === 'skipped') return undefined;
      const unanswered = findings.filter(isMute).length;
      if (result.verdict === 'passed' || unanswered < findings.length) heard = true;
      if (heard || unanswered === 0) return undefined;
      cases += 1;
      if (operation !== undefined) tried.add(operation);
      return cases >= MOST_CASES && tried.size >= Math.min(MOST_OPERATIONS, operations) ? suspicion : undefined;
    },
  };
}

function isMute({ check, keyword }: Finding): boolean {
  return check === 'time.timeout' || (check === 'transport.broken' && MUTE.some((code) => code === keyword));
}
