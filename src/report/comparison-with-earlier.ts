import type { Finding, Summary } from '../contract/index.ts';
import { isListedApart } from './finding-folds.ts';
import type { EarlierRun } from './reporter.ts';
import { plural } from './words.ts';

/** An earlier finding that was not seen again. */
interface GoneFinding {
  readonly check: string;
  readonly fingerprint: string;
  readonly endpoint?: string;
  /** Id of the operation; a baseline has no endpoint. */
  readonly operation?: string;
  readonly message?: string;
}

/** The changes since an earlier run, or since the baseline. */
export interface Comparison {
  /** Name of the earlier run. */
  readonly name: string;
  readonly isNew: (finding: Finding) => boolean;
  readonly fresh: number;
  readonly same: number;
  /** Findings that were not seen again. */
  readonly gone: readonly GoneFinding[];
}

/** The comparison with an earlier run, else with the baseline; `undefined` without both. */
export function compareWithEarlier(
  { findings: all, baseline }: Summary,
  earlier: EarlierRun | undefined,
): Comparison | undefined {
  const findings = all.filter((each) => !isListedApart(each));
  if (earlier !== undefined) {
    const before = new Set(earlier.findings.map(({ fingerprint }) => fingerprint));
    const now = new Set(findings.map(({ fingerprint }) => fingerprint));
    const gone = earlier.findings.filter((each) => !now.has(each.fingerprint) && !isListedApart(each));
    return comparisonOf(earlier.name, findings, gone, ({ fingerprint }) => !before.has(fingerprint));
  }
  if (baseline === undefined) return undefined;
  return comparisonOf('the baseline', findings, baseline.stale, ({ known }) => known === undefined);
}

function comparisonOf(
  name: string,
  findings: readonly Finding[],
  gone: Comparison['gone'],
  isNew: Comparison['isNew'],
): Comparison {
  const fresh = findings.filter(isNew).length;
  return { name, isNew, fresh, same: findings.length - fresh, gone };
}

/** Such as `compared with last.json: 3 new, 40 the same, 2 gone`. */
export function comparedText({ name, fresh, same, gone }: Comparison): string {
  return `compared with ${name}: ${plural(fresh, 'new finding')}, ${same} the same, ${gone.length} gone`;
}
