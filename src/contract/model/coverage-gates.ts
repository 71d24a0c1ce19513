import type { Coverage, OperationCoverage, Ratio } from './events.ts';

/** What of the document a run has to have covered at least, each in percent from 0 to 100. */
export interface CoverageGates {
  /** Operations that answered a valid request with a success. */
  readonly operations?: number;
  /** Documented statuses that were seen. */
  readonly statuses?: number;
  /** Parameters that were sent. */
  readonly parameters?: number;
  /** Documented properties of successes that were seen. */
  readonly properties?: number;
  /** Rules that a request kept just so. */
  readonly rulesKept?: number;
  /** Rules that a request broke alone. */
  readonly rulesBroken?: number;
}

/** The names of the gates, with what each of them is measured by and called. */
export const COVERAGE_GATES: readonly (readonly [
  gate: keyof CoverageGates,
  total: keyof Coverage['totals'],
  words: string,
])[] = [
  ['operations', 'operations', 'operations'],
  ['statuses', 'statuses', 'documented statuses'],
  ['parameters', 'parameters', 'parameters'],
  ['properties', 'properties', 'documented properties'],
  ['rulesKept', 'keywordsValid', 'rules kept'],
  ['rulesBroken', 'keywordsBroken', 'rules broken alone'],
];

/** Places that a reason names; the reports tell the rest. */
const MOST_NAMED = 5;

/** A reason to fail for every gate that a run stays below, with where it does. What a document has none of is covered. */
export function belowGates({ operations, totals }: Coverage, gates: CoverageGates): readonly string[] {
  return COVERAGE_GATES.flatMap(([gate, key, words]) => {
    const least = gates[gate];
    const { covered, total } = totals[key];
    if (least === undefined || covered * 100 >= least * total) return [];
    const missed = operations.flatMap((each) => missedOf(gate, each));
    const more = missed.length - MOST_NAMED;
    const named = `${missed.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const share = Math.floor((covered / total) * 100);
    return [
      `${share} % of the ${words} are covered (${covered} of ${total}), but the minimum is ${least} %; not covered: ${named}`,
    ];
  });
}

function missedOf(gate: keyof CoverageGates, each: OperationCoverage): readonly string[] {
  const { endpoint } = each;
  switch (gate) {
    case 'operations':
      return each.reached ? [] : [endpoint];
    case 'statuses':
      return each.statuses
        .filter(({ documented, count }) => documented && count === 0)
        .map(({ status }) => `${endpoint} ${status}`);
    case 'parameters':
      return each.parameters.filter(({ sent }) => !sent).map(({ in: place, name }) => `${endpoint} ${place} ${name}`);
    case 'properties':
      return missing(endpoint, each.properties);
    case 'rulesKept':
      return missing(endpoint, each.keywordsValid);
    case 'rulesBroken':
      return missing(endpoint, each.keywordsBroken);
  }
}

function missing(endpoint: string, { covered, total }: Ratio): readonly string[] {
  return covered < total ? [`${total - covered} of ${endpoint}`] : [];
}
