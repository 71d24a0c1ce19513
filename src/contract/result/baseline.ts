import { type BaselineEntry, baselineAt, baselineEntries } from '../../findings/index.ts';
import type { BaselineOutcome, Finding } from '../model/events.ts';
import type { FailOn } from '../model/options.ts';
import { counts } from './exit-status.ts';

/**
 * Marks known findings, and lists entries that have expired or were not seen. `whole`: unseen entries are
 * listed only after a complete run, not in a shard, with `only`, or after an abort. `update`: all seen
 * findings become known.
 */
export function applyBaseline(
  findings: readonly Finding[],
  existing: readonly BaselineEntry[],
  options: {
    readonly now: number;
    readonly whole: boolean;
    readonly failOn: readonly FailOn[];
    readonly update?: boolean;
  },
): { readonly findings: readonly Finding[]; readonly outcome: BaselineOutcome } {
  const updated = options.update === true ? updateBaseline(findings, existing, options) : undefined;
  const baseline = updated ?? existing;
  const { excuseOf, expired, unseen } = baselineAt(options.now, baseline);
  const marked = findings.map((finding): Finding => {
    const { known: _, ...bare } = finding;
    const known = excuseOf(finding.fingerprint);
    return known === undefined ? bare : { ...bare, known };
  });
  return {
    findings: marked,
    outcome: {
      known: marked.filter(({ known }) => known !== undefined).length,
      fresh: marked.filter((finding) => counts(finding, options.failOn)).length,
      expired,
      stale: options.whole ? unseen(findings) : [],
      ...(updated === undefined ? {} : { updated }),
    },
  };
}

/**
 * A baseline with the findings that were seen. Reasons, owners and dates of existing entries are kept.
 * After a partial run, entries for the rest are kept as well.
 */
export function updateBaseline(
  findings: readonly Finding[],
  baseline: readonly BaselineEntry[],
  { failOn, whole }: { readonly failOn: readonly FailOn[]; readonly whole: boolean },
): readonly BaselineEntry[] {
  const seen = baselineEntries(
    findings.filter(({ known: _, ...finding }) => counts(finding, failOn)),
    baseline,
  );
  const now = new Set(seen.map(({ fingerprint }) => fingerprint));
  return [...seen, ...(whole ? [] : baseline.filter(({ fingerprint }) => !now.has(fingerprint)))];
}
