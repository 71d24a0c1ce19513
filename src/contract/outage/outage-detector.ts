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
  /** Whether the operation has had a success before. */
  readonly hasWorked: boolean;
}

/** The bad answers in a row. */
export interface BadAnswerRow {
  readonly operations: ReadonlySet<string>;
  /** Unsafe requests are among them. */
  readonly writes: boolean;
  /** Some of them refuse the credential. */
  readonly denied: boolean;
  /** The last unsafe request of each operation. */
  readonly refused: readonly Pick<ObservedAnswer, 'operation' | 'request' | 'outcome'>[];
}

/** Notices that the target no longer answers as before. It only says when to ask the canaries (`isDue`). */
export interface OutageDetector {
  /** Records an answer. True if so many in a row are bad that the canaries have to be asked. */
  isDue(heard: ObservedAnswer): boolean;
  /** Whether a case has had an answer of the present row. */
  isDoubtful(cases: readonly string[]): boolean;
  readonly row: () => BadAnswerRow;
  /** The canaries are answered again. Returns the cases of the row. */
  clear(): readonly string[];
}

/** Bad answers in a row from operations that had a success before, and from any, after which canaries are asked. */
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

/** `proves`: whether a success of an operation says that others of its kind work, too. */
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

/** Whether an answer says something about the target as a whole: not where the request is meant to be refused with such a status. */
function isTelling({ purpose: { story }, outcome }: ObservedAnswer): boolean {
  if (UNTOLD.has(story.kind)) return false;
  // A request that breaks the contract makes faulty servers fail: that is their fault, not an outage.
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
