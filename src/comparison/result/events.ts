import type { ComparisonEvent, ComparisonSummary } from '../model/finding.ts';

/** A comparison as events, for reports. */
export function comparisonEvents(summary: ComparisonSummary): readonly ComparisonEvent[] {
  const { base, revision, findings } = summary;
  return [
    { type: 'comparison-started', base, revision },
    ...findings.map((finding): ComparisonEvent => ({ type: 'finding', finding })),
    { type: 'comparison-finished', summary },
  ];
}
