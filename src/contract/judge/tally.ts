import type { Severity } from '../../findings/index.ts';
import type { Case, CaseResult, Finding, ReasonCount, Summary, Verdict } from '../model/events.ts';
import { getOr } from '../model/get-or.ts';
import type { Phase } from '../model/phase.ts';
import type { VerdictCounts } from '../model/summary.ts';
import { withRecurring } from './recurring-findings.ts';

/** Collects results and findings of a run. */
export interface Tally {
  finished(planned: Case, result: CaseResult): void;
  found(finding: Finding): void;
  counts(phase?: Phase): VerdictCounts;
  reasons(verdict: 'inconclusive' | 'errored' | 'skipped'): readonly ReasonCount[];
  findings(): readonly Finding[];
  matrix(endpoints: ReadonlyMap<string, string>): Summary['matrix'];
}

type MutableCounts = { -readonly [Key in keyof VerdictCounts]: number };

export function noCounts(): MutableCounts {
  return { passed: 0, failed: 0, inconclusive: 0, errored: 0, skipped: 0, flaky: 0 };
}

/** `isBetter`: whether the first of two findings with one fingerprint is the one to show. */
export function createTally(isBetter: (one: Finding, other: Finding) => boolean): Tally {
  const all = noCounts();
  const byPhase = new Map<Phase, MutableCounts>();
  const cells = new Map<string, Map<Phase, MutableCounts>>();
  const reasons = new Map<Verdict, ReasonCount[]>();
  const findings = new Map<string, Finding>();
  return {
    finished(planned, result) {
      const cell = planned.operation === undefined ? noCounts() : cellOf(cells, planned.operation, planned.phase);
      for (const counts of [all, getOr(byPhase, planned.phase, noCounts), cell]) add(counts, result);
      if (!('reason' in result)) return;
      const { operation } = planned;
      const operations = operation === undefined ? {} : { operations: [operation] };
      getOr(reasons, result.verdict, () => []).push({ reason: result.reason, count: 1, ...operations });
    },
    found: (finding) => merge(findings, finding, isBetter),
    counts: (phase) => ({ ...(phase === undefined ? all : (byPhase.get(phase) ?? noCounts())) }),
    reasons: (verdict) => addReasons(reasons.get(verdict) ?? []),
    findings: () => sortFindings(withRecurring(withoutShadows([...findings.values()]))),
    matrix: (endpoints) =>
      [...endpoints].map(([operation, endpoint]) => ({
        operation,
        endpoint,
        phases: [...(cells.get(operation) ?? [])].map(([phase, counts]) => ({ phase, counts: { ...counts } })),
      })),
  };
}

/** Each reason once, the most frequent first, with its operations in order. */
export function addReasons(list: readonly ReasonCount[]): readonly ReasonCount[] {
  const all = new Map<string, { count: number; readonly operations: Set<string> }>();
  for (const { reason, count, operations = [] } of list) {
    const one = getOr(all, reason, () => ({ count: 0, operations: new Set<string>() }));
    one.count += count;
    for (const each of operations) one.operations.add(each);
  }
  return [...all]
    .map(([reason, { count, operations }]) => ({
      reason,
      count,
      ...(operations.size === 0 ? {} : { operations: [...operations].sort() }),
    }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

function add(counts: MutableCounts, result: CaseResult): void {
  counts[result.verdict] += 1;
  if ('flaky' in result && result.flaky === true) counts.flaky += 1;
}

function cellOf(cells: Map<string, Map<Phase, MutableCounts>>, operation: string, phase: Phase): MutableCounts {
  return getOr(
    getOr(cells, operation, () => new Map<Phase, MutableCounts>()),
    phase,
    noCounts,
  );
}

/**
 * A repeated finding is counted on the first one, or on the new one if that is the better one to show: cases
 * run in parallel, and a report must not depend on which answer came first. A finding that was seen twice is not
 * flaky.
 */
export function merge(
  findings: Map<string, Finding>,
  finding: Finding,
  isBetter: (finding: Finding, first: Finding) => boolean = () => false,
): void {
  const first = findings.get(finding.fingerprint);
  if (first === undefined) {
    findings.set(finding.fingerprint, finding);
    return;
  }
  const isSame = (first.flaky === true) === (finding.flaky === true);
  const isShown = isSame ? isBetter(finding, first) : first.flaky === true;
  const { flaky, replay, ...rest } = isShown ? finding : first;
  const still = first.flaky === true && finding.flaky === true;
  findings.set(finding.fingerprint, {
    ...rest,
    ...(still ? { flaky, ...(replay === undefined ? {} : { replay }) } : {}),
    count: first.count + finding.count,
  });
}

/**
 * Drops failures of valid requests that contain a value with a finding of its own: the value is the cause.
 */
function withoutShadows(findings: readonly Finding[]): readonly Finding[] {
  const probed = new Set(
    findings
      .filter(({ check }) => check === 'accept.boundary-rejected' || check === 'accept.optional-omitted-rejected')
      .map(({ operation }) => operation),
  );
  return findings.filter(({ check, operation }) => check !== 'accept.valid-rejected' || !probed.has(operation));
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Errors first, then by operation, check and place. The order does not depend on when findings were made. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const key = (finding: Finding): string =>
    [RANK[finding.severity], finding.operation ?? '', finding.check, finding.pointer ?? '', finding.fingerprint].join(
      '\n',
    );
  return [...findings].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
