import { idMatcher, type Severity } from '../../findings/index.ts';

/** How findings are rated. */
export interface ComparisonPolicy {
  /**
   * Severity by id of the check. Patterns may use `*`; an exact id comes first, then the longest matching
   * pattern.
   */
  readonly checks?: Readonly<Record<string, Severity | 'off'>>;
  /** Stability levels whose breaking changes are only notes. */
  readonly exempt?: readonly string[];
  /** What a deprecation needs, by stability level. What has no level is `stable`. */
  readonly stability?: Readonly<Record<string, StabilityPolicy>>;
  /** `open`: clients accept values that a response enum gains. Default `closed`. */
  readonly responseEnums?: 'open' | 'closed';
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

/** `wire`: what breaks messages. `source`: also names that only generated code uses. */
export const COMPARISON_LEVELS = ['wire', 'source'] as const;
export type ComparisonLevel = (typeof COMPARISON_LEVELS)[number];

/** Whether values count that a schema lets through without documenting them: under names that only the other document has, and of other types where no `type` is stated. */
export const UNDOCUMENTED_VALUES = ['ignore', 'count'] as const;
export type UndocumentedValues = (typeof UNDOCUMENTED_VALUES)[number];

/** Kinds of findings that can fail a comparison besides errors. */
export const COMPARISON_FAIL_ON = ['warning', 'undecided', 'document', 'release', 'lifecycle'] as const;
export type ComparisonFailOn = (typeof COMPARISON_FAIL_ON)[number];

export const DEFAULT_EXEMPT: readonly string[] = ['draft', 'alpha', 'experimental'];

/** The severity that a policy gives a check; `undefined` keeps the check's own. */
export function chosenSeverity(policy: ComparisonPolicy, check: string): Severity | 'off' | undefined {
  const chosen = Object.entries(policy.checks ?? {}).filter(([id]) => idMatcher(id)(check));
  const weight = (id: string): number => (id.includes('*') ? id.length : Number.POSITIVE_INFINITY);
  return chosen.reduce<(typeof chosen)[number] | undefined>(
    (best, each) => (best === undefined || weight(each[0]) > weight(best[0]) ? each : best),
    undefined,
  )?.[1];
}
