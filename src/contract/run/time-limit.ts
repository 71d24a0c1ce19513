import type { Flow } from '../model/flow.ts';
import type { Phase } from '../model/phase.ts';
import type { TimeLimit } from '../result/run-record.ts';

/** The share of the time that a phase, or reaching the operations before the first one, may take, relative to the later phases. */
const WEIGHTS: Readonly<Record<Phase | 'reach', number>> = {
  reach: 4,
  examples: 2,
  coverage: 4,
  stateful: 4,
  protocol: 2,
  lifecycle: 1,
  scenarios: 4,
  traffic: 4,
  fuzz: 2,
};

/** Repeats of failures may take this much longer than the limit. */
const GRACE = 1.15;

/** Shares the time of a run between its phases. `begun`: when the run began, by the same clock. */
export function createTimeLimit(limit: number, now: () => number, begun: number = now()): TimeLimit {
  let end = begun + limit;
  return {
    begin(phase, after) {
      const left = Math.max(0, begun + limit - now());
      const weight = WEIGHTS[phase];
      const all = after.reduce((sum, each) => sum + WEIGHTS[each], weight);
      end = now() + (left * weight) / all;
    },
    left: () => Math.max(0, begun + limit - now()),
    isOver: () => now() >= end,
    isSpent: () => now() >= begun + limit * GRACE,
  };
}

/** The order of cases by how much they tell, as patterns of their ids. */
const TELLING: readonly RegExp[] = [
  /\/valid-|^examples\/|^stateful\/|^scenarios\//,
  /(required|type|enum)-broken/,
  /-broken/,
];

/** Orders flows so that the most informative ones of every operation come first. */
export function mostTellingFirst(flows: readonly Flow[]): readonly Flow[] {
  const rank = ({ id }: Flow): number => {
    const at = TELLING.findIndex((pattern) => pattern.test(id));
    return at === -1 ? TELLING.length : at;
  };
  const places = new Map<Flow, number>();
  const counts = new Map<string, number>();
  for (const flow of [...flows].sort((one, other) => rank(one) - rank(other))) {
    const key = flow.cases[0]?.operation ?? flow.group;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    places.set(flow, count);
  }
  return [...flows].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}
