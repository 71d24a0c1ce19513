import { type BaselineEntry, baselineAt } from '../../findings/index.ts';
import type { Api } from '../../spec/index.ts';
import type { ChangeFinding, ComparedDocument, ComparedUsage, ComparisonSummary } from '../model/finding.ts';
import type { ComparisonFailOn } from '../model/policy.ts';
import { adviceOf, nextVersion } from './release.ts';

export interface SummaryOptions {
  readonly failOn: readonly ComparisonFailOn[];
  readonly now: number;
  readonly baseline?: readonly BaselineEntry[];
  /** Only some findings were asked for, so entries of the others are not stale. */
  readonly isPart: boolean;
  readonly notes: readonly string[];
  readonly usage?: ComparedUsage;
}

/** Whether a finding makes the comparison fail: an error, or a severity in `failOn`. */
export function countsHere({ severity, about, known }: ChangeFinding, failOn: readonly ComparisonFailOn[]): boolean {
  if (known !== undefined || severity === 'info') return false;
  if (severity === 'error') return true;
  return failOn.includes(about === 'change' ? 'warning' : about);
}

export function summariseChanges(
  found: readonly ChangeFinding[],
  { base, revision }: { readonly base: ComparedDocument; readonly revision: ComparedDocument },
  options: SummaryOptions,
): ComparisonSummary {
  const { failOn, baseline = [], now, isPart } = options;
  const { excuseOf, expired, unseen } = baselineAt(now, baseline);
  const findings = found.map((finding): ChangeFinding => {
    const known = excuseOf(finding.fingerprint);
    return known === undefined ? finding : { ...finding, known };
  });
  const stale = isPart ? [] : unseen(found);
  const counting = findings.filter((finding) => countsHere(finding, failOn)).length;
  const advice = adviceOf(findings);
  const version = nextVersion(base.version, advice);
  const reasons = [
    ...(counting === 0 ? [] : [`${counting} ${counting === 1 ? 'finding counts' : 'findings count'}`]),
    ...(stale.length === 0
      ? []
      : [`${stale.length} baseline ${stale.length === 1 ? 'entry no longer occurs' : 'entries no longer occur'}`]),
    ...(expired.length === 0
      ? []
      : [`${expired.length} baseline ${expired.length === 1 ? 'entry has' : 'entries have'} expired`]),
  ];
  return {
    base,
    revision,
    findings,
    counts: countsOf(findings),
    release: { advice, ...(version === undefined ? {} : { version }) },
    ...(options.baseline === undefined
      ? {}
      : {
          baseline: {
            stale: stale.map(({ fingerprint }) => fingerprint),
            expired: expired.map(({ fingerprint }) => fingerprint),
          },
        }),
    ...(options.usage === undefined ? {} : { usage: options.usage }),
    notes: options.notes,
    exitStatus: reasons.length === 0 ? 0 : 1,
    reasons,
  };
}

function countsOf(findings: readonly ChangeFinding[]): ComparisonSummary['counts'] {
  const count = (holds: (finding: ChangeFinding) => boolean): number =>
    findings.filter((finding) => finding.known === undefined && holds(finding)).length;
  return {
    breaking: count(({ severity }) => severity === 'error'),
    risky: count(({ severity, about }) => severity === 'warning' && about !== 'undecided'),
    notes: count(({ severity }) => severity === 'info'),
    undecided: count(({ about, severity }) => about === 'undecided' && severity === 'warning'),
    known: findings.filter(({ known }) => known !== undefined).length,
  };
}

export function comparedDocument({ title, version, source, operations }: Api): ComparedDocument {
  return { title, version, source, operations: operations.length };
}
