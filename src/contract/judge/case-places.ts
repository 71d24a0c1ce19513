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

/** Whether a finding has been reported with its steps, by this case or one before it. */
export function hasSteps(
  parts: Pick<RunContext, 'places' | 'withSteps'>,
  fingerprint: string,
  caseId: string | undefined,
): boolean {
  const place = parts.withSteps.get(fingerprint);
  return place !== undefined && place <= casePlaceOf(parts, caseId);
}
