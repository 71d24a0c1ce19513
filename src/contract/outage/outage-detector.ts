import type { HttpRequest } from '../../core/index.ts';
import { isSafe, type Operation } from '../../spec/index.ts';
import type { Purpose } from '../model/purpose.ts';
import type { Outcome } from '../transport/target.ts';
import { isDenied, isUnavailable } from './canaries.ts';

/** An answer of the target to a request of a case. */
export interface ObservedAnswer {
  readonly case: string;
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  readonly outcome: Outcome;
  /** Whether the operation succeeded before. */
  readonly hasWorked: boolean;
}

/** Consecutive bad answers. */
export interface BadAnswerRow {
  readonly operations: ReadonlySet<string>;
  /** Whether unsafe requests got some of them. */
  readonly writes: boolean;
  /** Whether some of them refuse the credential. */
  readonly denied: boolean;
  /** The last unsafe request of each operation. */
  readonly refused: readonly Pick<ObservedAnswer, 'operation' | 'request' | 'outcome'>[];
}

/** Notices that the target no longer answers as before. The canaries then decide whether it is an outage. */
export interface OutageDetector {
  /**
   * Records an answer. Returns true after so many consecutive bad answers that the canaries must be asked.
   */
  isDue(heard: ObservedAnswer): boolean;
  /** Whether one of these cases had an answer among the consecutive bad ones. */
  isDoubtful(cases: readonly string[]): boolean;
  readonly row: () => BadAnswerRow;
  /** Ends the series of bad answers, because the canaries answer. Returns the cases of the series. */
  clear(): readonly string[];
}

/**
 * Canaries are asked after this many consecutive bad answers: of operations that succeeded before, and of
 * any operation.
 */
const MOST_BAD = 5;
const MOST_BAD_OF_ANY = 20;

interface Entry {
  readonly case: string;
  readonly operation: string;
  readonly safe: boolean;
  readonly denied: boolean;
  readonly hasWorked: boolean;
  readonly heard: ObservedAnswer;
}

/** `proves`: whether a success of this operation shows that others of its kind work. */
export function createOutageDetector(proves: (operation: Operation) => boolean): OutageDetector {
  let entries: Entry[] = [];
  return {
    isDue(heard) {
      const { operation, outcome, hasWorked } = heard;
      if (!isTelling(heard)) return false;
      if (!isUnavailable(outcome)) {
        if (isGood(outcome))
          entries = entries.filter(
            (entry) => entry.operation !== operation.id && !(proves(operation) && isDisproved(entry, operation)),
          );
        return false;
      }
      const safe = isSafe(heard.request.method);
      entries.push({ case: heard.case, operation: operation.id, safe, denied: isDenied(outcome), hasWorked, heard });
      return entries.filter((entry) => entry.hasWorked).length >= MOST_BAD || entries.length >= MOST_BAD_OF_ANY;
    },
    isDoubtful: (cases) => entries.some((entry) => cases.includes(entry.case)),
    row: () => ({
      operations: new Set(entries.map(({ operation }) => operation)),
      writes: entries.some(({ safe }) => !safe),
      denied: entries.some(({ denied }) => denied),
      refused: [
        ...new Map(entries.filter(({ safe }) => !safe).map(({ operation, heard }) => [operation, heard])).values(),
      ],
    }),
    clear() {
      const cases = entries.map((entry) => entry.case);
      entries = [];
      return cases;
    },
  };
}

/**
 * Whether an answer tells something about the target as a whole. Requests that are meant to be refused with
 * such a status do not.
 */
function isTelling({ purpose: { story }, outcome }: ObservedAnswer): boolean {
  if (UNTOLD.has(story.kind)) return false;
  // A write in a state that refuses writes.
  if (story.kind === 'in-state' && outcome.kind === 'answered' && outcome.status < 500) return false;
  // Broken requests make faulty servers fail with 500. That is not an outage.
  return !(story.kind === 'broken' && outcome.kind === 'answered' && outcome.status === 500);
}

/** Kinds of stimulus without the run's credential, with an undocumented method, or sent by another client. */
const UNTOLD: ReadonlySet<string> = new Set(['credential', 'recorded', 'method', 'options', 'cors']);

function isGood(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status < 400;
}

/** A read proves nothing about writes, and an operation without credentials proves nothing about the login. */
function isDisproved({ safe, denied }: Entry, { method, security }: Operation): boolean {
  return (safe || !isSafe(method)) && (!denied || security.length > 0);
}
