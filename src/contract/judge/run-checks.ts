import type { Operation } from '../../spec/index.ts';
import type { FindingDraft, RunCheck } from '../model/check.ts';
import type { LedgerEntry } from '../model/events.ts';
import type { VerdictCounts } from '../model/summary.ts';
import type { CoverageBook } from './coverage.ts';
import type { DocumentFinding } from './document-checks.ts';

const vacuous = (id: string, question: string): RunCheck => ({
  id,
  tier: 1,
  severity: 'warning',
  about: 'document',
  question,
});

const NEVER_2XX = vacuous('vacuous.never-2xx', 'Did every operation succeed at least once?');
const ONLY_401_403 = vacuous('vacuous.only-401-403', 'Did every operation accept the credential at least once?');
const ONLY_404 = vacuous('vacuous.only-404', 'Did every operation find data?');
const BUDGET: RunCheck = {
  id: 'time.budget',
  tier: 2,
  severity: 'warning',
  about: 'service',
  question: 'Are answers within the time budget?',
};
/** A budget that the user set is an error if it is exceeded. */
const GIVEN_BUDGET: RunCheck = { ...BUDGET, tier: 1, severity: 'error' };
const LEFTOVERS: RunCheck = {
  id: 'state.leftovers',
  tier: 1,
  severity: 'info',
  about: 'service',
  question: 'Could everything that the run created be removed?',
};

const NOTHING_KEPT: RunCheck = {
  id: 'state.nothing-kept',
  tier: 1,
  severity: 'error',
  about: 'service',
  question: 'Does the service keep anything that was created?',
  guard:
    'Only if items of several resources were read after they were created, and neither an item nor a change was found.',
};

const RUN = vacuous('vacuous.run', 'Did any case pass?');

/** Checks of an operation by all its answers. */
export const VACUITY_CHECKS: readonly RunCheck[] = [NEVER_2XX, ONLY_401_403, ONLY_404];

/** Checks of the run as a whole. */
export const WHOLE_CHECKS: readonly RunCheck[] = [RUN, LEFTOVERS, NOTHING_KEPT];

export const RUN_CHECKS: readonly RunCheck[] = [
  RUN,
  NEVER_2XX,
  ONLY_401_403,
  ONLY_404,
  BUDGET,
  LEFTOVERS,
  NOTHING_KEPT,
];

/** With fewer answers than this, the median is not meaningful. */
const ENOUGH = 3;

/**
 * Findings that only a whole run shows. Guard: operations without a success are judged only if they got a
 * valid request, and not in a shard. The time budget holds for the median, not for one slow answer.
 */
export function judgeRun(
  operations: readonly Operation[],
  book: CoverageBook,
  options: { readonly timeBudget: number; readonly given: boolean; readonly whole: boolean },
): readonly DocumentFinding[] {
  return operations.flatMap((operation) => {
    const seen = book.of(operation.id);
    if (seen === undefined) return [];
    const findings: DocumentFinding[] = [];
    const { valid, durations } = seen;
    if (options.whole && valid.length > 0 && !valid.some((status) => status < 400))
      findings.push(vacuity(operation, valid));
    const median = [...durations].sort((a, b) => a - b)[Math.floor(durations.length / 2)];
    if (median !== undefined && durations.length >= ENOUGH && median > options.timeBudget) {
      const message = `${operation.id} takes ${Math.round(median)} ms (median of ${durations.length} answers), more than the budget of ${options.timeBudget} ms.`;
      const draft = { expected: `at most ${options.timeBudget} ms`, actual: `${Math.round(median)} ms`, message };
      findings.push({ check: options.given ? GIVEN_BUDGET : BUDGET, draft, operation });
    }
    return findings;
  });
}

/** The finding of an operation that never succeeded with a valid request. */
export function vacuity<O extends Pick<Operation, 'id'>>(
  operation: O,
  statuses: readonly number[],
): { readonly check: RunCheck; readonly draft: FindingDraft; readonly operation: O } {
  const all = (list: readonly number[]): boolean => statuses.every((status) => list.includes(status));
  const check = all([401, 403]) ? ONLY_401_403 : all([404]) ? ONLY_404 : NEVER_2XX;
  const list = [...new Set(statuses)].sort().join(', ');
  const message = `No valid request to ${operation.id} was successful (${answersText(statuses.length, list)}): little of it was checked.`;
  return { check, draft: { expected: 'a success at least once', actual: list, message }, operation };
}

function answersText(count: number, statuses: string): string {
  if (count === 1) return `its one answer was ${statuses}`;
  return statuses.includes(',') ? `${count} answers: ${statuses}` : `${count} answers, all ${statuses}`;
}

/**
 * Guard: only if something was tried and nothing failed, because a failure says more, and not in a shard.
 * The exit status follows from it.
 */
export function judgeVacuity(counts: VerdictCounts): readonly DocumentFinding[] {
  const { passed, failed, inconclusive, errored } = counts;
  if (passed > 0 || failed > 0 || inconclusive + errored === 0) return [];
  const actual = `${inconclusive} inconclusive, ${errored} errored`;
  const message = `Not one case passed (${actual}): the run says nothing about the service. Is this the right target, and the right credential?`;
  return [{ check: RUN, draft: { pointer: '', expected: 'at least one case that passes', actual, message } }];
}

/** Guard: information only. The ledger lists the records. */
export function judgeLeftovers(leftovers: readonly LedgerEntry[]): readonly DocumentFinding[] {
  if (leftovers.length === 0) return [];
  const places = [...new Set(leftovers.map(({ path, resource }) => path ?? resource))].slice(0, 10);
  const what =
    leftovers.length === 1
      ? '1 record that this run created is'
      : `${leftovers.length} records that this run created are`;
  const message = `${what} still there: ${places.join(', ')}.`;
  return [{ check: LEFTOVERS, draft: { pointer: '', expected: 'nothing left', actual: places.join(', '), message } }];
}

/** If this many resources lose their items, the target as a whole has no memory. */
const SEVERAL = 2;

/** Guard: several resources, and of each no item was found again. */
export function judgeMemory(forgotten: readonly string[]): readonly DocumentFinding[] {
  if (forgotten.length < SEVERAL) return [];
  const message = `Nothing that was created could be read again, in any of ${forgotten.length} resources (${forgotten.join(', ')}): the target seems to store nothing.`;
  const draft = { pointer: '', expected: 'created records, when they are read', actual: 'none of them', message };
  return [{ check: NOTHING_KEPT, draft }];
}
