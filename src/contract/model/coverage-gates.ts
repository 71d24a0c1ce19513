import type { Coverage, LifeCoverage, OperationCoverage, Ratio } from './events.ts';

/** The least coverage of a run, each in percent from 0 to 100. */
export interface CoverageGates {
  /** Operations that answered a valid request with a success. */
  readonly operations?: number;
  /** Life cycles of resources that were tested to their end. */
  readonly lives?: number;
  /** Documented statuses that were seen. */
  readonly statuses?: number;
  /** Parameters that were sent. */
  readonly parameters?: number;
  /** Documented properties of successes that were seen. */
  readonly properties?: number;
  /** Rules whose limit a request reached without breaking it. */
  readonly rulesKept?: number;
  /** Rules that a request broke while it kept all others. */
  readonly rulesBroken?: number;
}

/** The names of the gates, with the coverage that each one limits and its title. */
export const COVERAGE_GATES: readonly (readonly [
  gate: keyof CoverageGates,
  total: keyof Coverage['totals'],
  words: string,
])[] = [
  ['operations', 'operations', 'operations'],
  ['lives', 'lives', 'life cycles'],
  ['statuses', 'statuses', 'documented statuses'],
  ['parameters', 'parameters', 'parameters'],
  ['properties', 'properties', 'documented properties'],
  ['rulesKept', 'keywordsValid', 'rules kept'],
  ['rulesBroken', 'keywordsBroken', 'rules broken alone'],
];

/** How many places a reason lists. Reports list the rest. */
const MOST_NAMED = 5;

/** One reason to fail for each gate that the run does not reach, with the places. If the document has nothing of a kind, that gate is met. */
export function belowGates({ operations, lives, totals }: Coverage, gates: CoverageGates): readonly string[] {
  return COVERAGE_GATES.flatMap(([gate, key, words]) => {
    const least = gates[gate];
    const { covered, total } = totals[key];
    if (least === undefined || covered * 100 >= least * total) return [];
    const missed = gate === 'lives' ? lives.flatMap(cutAt) : operations.flatMap((each) => missedOf(gate, each));
    const more = missed.length - MOST_NAMED;
    const named = `${missed.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const share = Math.floor((covered / total) * 100);
    return [
      `${share} % of the ${words} are covered (${covered} of ${total}), but the minimum is ${least} %; not covered: ${named}`,
    ];
  });
}

/** Such as `pets (to delete it: the service refused it)`. */
function cutAt({ resource, cut }: LifeCoverage): readonly string[] {
  return cut === undefined ? [] : [`${resource} (${cut.step}: ${cut.reason})`];
}

function missedOf(gate: Exclude<keyof CoverageGates, 'lives'>, each: OperationCoverage): readonly string[] {
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
      return shortfall(endpoint, each.properties);
    case 'rulesKept':
      return shortfall(endpoint, each.keywordsValid);
    case 'rulesBroken':
      return shortfall(endpoint, each.keywordsBroken);
  }
}

function shortfall(endpoint: string, { covered, total }: Ratio): readonly string[] {
  return covered < total ? [`${total - covered} of ${endpoint}`] : [];
}
