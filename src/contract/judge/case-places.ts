import type { Finding } from '../model/finding.ts';
import type { RunContext } from './run-context.ts';

/**
 * The order in which cases are preferred to show a finding: requests with only what is required, which are
 * the easiest to read, then the order of the plan.
 */
export function casePlaces(ids: readonly string[]): ReadonlyMap<string, number> {
  const isLeast = (id: string): boolean => id.endsWith('/valid-required');
  const ordered = [...ids.filter(isLeast), ...ids.filter((id) => !isLeast(id))];
  return new Map(ordered.map((id, place) => [id, place]));
}

/** The place of a case in that order; after all others for what is not from a planned case. */
export function casePlaceOf({ places }: Pick<RunContext, 'places'>, caseId: string | undefined): number {
  return (caseId === undefined ? undefined : places.get(caseId)) ?? Number.POSITIVE_INFINITY;
}

/**
 * How a finding is shown to be repeated: `all` (one command, or a script of steps) if it was not reported yet, or
 * only with the steps of a later case; otherwise `one`, a single command.
 */
export function wantedOf(
  context: Pick<RunContext, 'places' | 'reported'>,
  fingerprint: string,
  caseId: string | undefined,
): 'all' | 'one' {
  const reported = context.reported.get(fingerprint);
  return reported === undefined || (!reported.byOne && casePlaceOf(context, caseId) < reported.place) ? 'all' : 'one';
}

/** Whether one finding is shown instead of another with the same fingerprint: one command is better than steps, an earlier case than a later one. */
export function isBetterShown(context: Pick<RunContext, 'places'>, one: Finding, other: Finding): boolean {
  const [left, right] = [waysOf(one), waysOf(other)];
  return left === right ? casePlaceOf(context, one.case) < casePlaceOf(context, other.case) : left < right;
}

const waysOf = ({ curl, steps }: Finding): number => (curl !== undefined ? 0 : steps !== undefined ? 1 : 2);
