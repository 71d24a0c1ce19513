import type { ClientUse } from '../../traffic/index.ts';

const DAY = 86_400_000;
/** Days that recordings must span before a part counts as unused. */
const DEFAULT_DAYS = 30;

/** Whether recordings show that no client uses a change, in words. */
export interface UnusedReason {
  readonly kind: 'unused' | 'not-known';
  readonly text: string;
}

/**
 * A change counts as unused only where its operation was called and the recordings span enough days.
 * Contracts have no dates: they state what a consumer uses today.
 */
export function unusedReason(
  all: readonly ClientUse[],
  ofOperation: readonly ClientUse[],
  days: number = DEFAULT_DAYS,
): UnusedReason {
  const calls = all.reduce((sum, use) => sum + (use.isSample === true ? 0 : use.calls), 0);
  const dates = all.flatMap(({ firstSeen, lastSeen }) => [firstSeen, lastSeen]).filter((at) => at !== undefined);
  const span =
    dates.length === 0 ? undefined : dates.reduce((a, b) => Math.max(a, b)) - dates.reduce((a, b) => Math.min(a, b));
  const spanned = span === undefined ? '' : ` of ${Math.floor(span / DAY)} days`;
  const seen = `not seen in ${calls} ${calls === 1 ? 'call' : 'calls'}${spanned}`;
  if (ofOperation.length === 0) return { kind: 'not-known', text: `${seen}, and no call of the operation is known` };
  if (all.some(isUndated)) return { kind: 'not-known', text: `${seen}, and some recorded calls have no date` };
  if (span !== undefined && span < days * DAY)
    return { kind: 'not-known', text: `${seen}, and ${days} days are required` };
  return { kind: 'unused', text: seen };
}

/** Whether a use comes from a recording without dates. Contracts never have dates. */
function isUndated(use: ClientUse): boolean {
  if (use.lastSeen !== undefined || use.kind === 'interaction') return false;
  return use.kind === 'exchange' || Object.values(use.responses).every(({ read }) => Object.keys(read).length === 0);
}
