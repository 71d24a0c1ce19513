import type { ChangeSeverity } from './finding.ts';

/** How findings are weighed. */
export interface ComparisonPolicy {
  /** Severity by id of a rule; the longest matching prefix with `*` counts where no id does. */
  readonly checks?: Readonly<Record<string, ChangeSeverity | 'off'>>;
  /** Stability levels whose breaks are notes. */
  readonly exempt?: readonly string[];
  /** What a deprecation needs, by stability level. What has no level is `stable`. */
  readonly stability?: Readonly<Record<string, StabilityPolicy>>;
  /** `open`: clients accept values that an enum of a response gains. Default `closed`. */
  readonly responseEnums?: 'open' | 'closed';
  /** Names that only the revision documents count too. */
  readonly countUndocumented?: boolean;
}

/** When a part may go. */
export const REMOVALS = ['after-sunset', 'deprecated'] as const;

/** How a part of one stability level may end. */
export interface StabilityPolicy {
  /** Days from the comparison that announces a sunset to the sunset. */
  readonly grace?: number;
  /** `after-sunset`: it may go only after a sunset; `deprecated`: it may go once it is deprecated. Default: without a sunset, going is risky. */
  readonly removal?: (typeof REMOVALS)[number];
}

/** Words that make further findings count for the exit status. */
export const COMPARISON_FAIL_ON = ['warning', 'undecided', 'document', 'release', 'lifecycle'] as const;
export type ComparisonFailOn = (typeof COMPARISON_FAIL_ON)[number];

export const DEFAULT_EXEMPT: readonly string[] = ['draft', 'alpha', 'experimental'];

/** The severity that a policy gives a rule; `undefined` leaves it as it is. */
export function chosenSeverity(policy: ComparisonPolicy, check: string): ChangeSeverity | 'off' | undefined {
  const chosen = Object.entries(policy.checks ?? {}).filter(
    ([id]) => id === check || (id.endsWith('*') && check.startsWith(id.slice(0, -1))),
  );
  return chosen.sort(([one], [other]) => other.length - one.length)[0]?.[1];
}
