import { belowGates, type CoverageGates } from '../model/coverage-gates.ts';
import type { Finding, Summary } from '../model/events.ts';
import type { FailOn } from '../model/options.ts';

export interface Exit {
  readonly exitStatus: number;
  readonly reasons: readonly string[];
}

/**
 * Whether a finding makes a run fail: any error, and what `failOn` adds. Findings that a baseline excuses
 * never do.
 */
export function counts(finding: Finding, failOn: readonly FailOn[]): boolean {
  const { about, severity } = finding;
  if (finding.known !== undefined || severity === 'info') return false;
  if (finding.flaky === true) return failOn.includes('flaky');
  return severity === 'error' || failOn.includes(about === 'service' ? 'warning' : about);
}

/** Limits that decide the exit status. */
export interface ExitLimits {
  /** The document has no operation, so there is nothing to test. */
  readonly isEmpty?: boolean | undefined;
  readonly deprecationBudget?: number | undefined;
  readonly minCoverage?: CoverageGates | undefined;
}

/** Callers that use deprecated parts more often than the budget allows. */
function overBudget(deprecated: Summary['deprecated'], budget: number): readonly string[] {
  const uses = new Map<string, number>();
  for (const { caller, count } of deprecated.flatMap((part) => part.uses))
    uses.set(caller, (uses.get(caller) ?? 0) + count);
  return [...uses]
    .filter(([, count]) => count > budget)
    .map(([caller, count]) => `"${caller}" uses deprecated parts ${count} times, and may do so ${budget} times`);
}

/**
 * 0 clean · 1 findings, stale or expired baseline, too little coverage, or nothing passed · 130/143
 * interrupted. `forced` wins over all.
 */
export function exitStatus(
  summary: Omit<Summary, 'exitStatus' | 'reasons'>,
  failOn: readonly FailOn[] = [],
  { deprecationBudget = Number.POSITIVE_INFINITY, minCoverage = {}, isEmpty = false }: ExitLimits = {},
): Exit {
  const reasons: string[] = [];
  const failing = summary.findings.filter((finding) => counts(finding, failOn)).length;
  const all = summary.findings.length;
  if (failing > 0)
    reasons.push(
      failing === all
        ? `${failing} ${failing === 1 ? 'finding' : 'findings'}`
        : `${failing} of ${all} findings make the run fail`,
    );
  const { stale = [], expired = [] } = summary.baseline ?? {};
  if (stale.length === 1) reasons.push('1 baseline entry no longer occurs: --update-baseline removes it');
  if (stale.length > 1)
    reasons.push(`${stale.length} baseline entries no longer occur: --update-baseline removes them`);
  if (expired.length > 0)
    reasons.push(
      expired.length === 1 ? '1 baseline entry has expired' : `${expired.length} baseline entries have expired`,
    );
  const { inconclusive, flaky } = summary.counts;
  if (!isEmpty && saysNothing(summary, failing))
    reasons.push('no case passed, so the run shows nothing about the service (vacuous.run)');
  if (!isEmpty && reachesNothing(summary))
    reasons.push('no operation had a success, so the run shows little about the service');
  if (inconclusive > 0 && failOn.includes('inconclusive'))
    reasons.push(`${inconclusive} ${inconclusive === 1 ? 'case is' : 'cases are'} inconclusive`);
  reasons.push(...overBudget(summary.deprecated, deprecationBudget));
  // A partial run says nothing about the coverage of the whole.
  if (summary.shard === undefined && summary.interrupted === undefined)
    reasons.push(...belowGates(summary.coverage, minCoverage));
  if (flaky > 0 && failOn.includes('flaky')) reasons.push(`${flaky} ${flaky === 1 ? 'case is' : 'cases are'} flaky`);
  if (summary.interrupted !== undefined) {
    return {
      exitStatus: INTERRUPTS[summary.interrupted] ?? 130,
      reasons: [`interrupted (${summary.interrupted})`, ...reasons],
    };
  }
  return { exitStatus: reasons.length > 0 ? 1 : 0, reasons };
}

/** Whether no verdict about the service was reached. A shard without cases is not a fault. */
function saysNothing({ counts: tally, findings, shard }: Parameters<typeof exitStatus>[0], failing: number): boolean {
  const { passed, failed, inconclusive, errored, skipped } = tally;
  const tried = passed + failed + inconclusive + errored;
  if (passed > 0 || (tried === 0 && (skipped > 0 || shard !== undefined))) return false;
  // Failures that neither count nor are excused by a baseline are flaky.
  return failed === 0 || (failing === 0 && findings.length > 0 && !findings.some(({ known }) => known !== undefined));
}

/** Whether no operation had a success, although valid requests were sent: a wrong credential, a wrong path, a service without data. */
function reachesNothing({ coverage, counts: tally, findings, shard }: Parameters<typeof exitStatus>[0]): boolean {
  const isReported = findings.some(({ check, known }) => check.startsWith('vacuous.only-') && known === undefined);
  return isReported && shard === undefined && tally.passed > 0 && coverage.operations.every(({ reached }) => !reached);
}

const INTERRUPTS: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
