import type { RunContext } from './run-context.ts';

/** The place of a case in the plan; after all others for what is not from a planned case. */
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
