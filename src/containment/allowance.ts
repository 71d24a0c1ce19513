/**
 * The work that one comparison may do, in steps of about a fifth of a microsecond. Only steps are counted and no time, so
 * that the same documents always give the same answer.
 */
export interface Allowance {
  /** Counts work. */
  spend(steps: number): void;
  /** Nothing is left, neither for this place nor for the whole comparison. */
  isSpent(): boolean;
  /** Nothing is left for the whole comparison. */
  isOver(): boolean;
  /** Does the work of one place, which has a share of its own; the work around it does not pay for it. */
  place<T>(work: () => T): T;
}

/** Steps of one place, 50 ms: two schemas, or the search for a value that shows a change. */
const OF_A_PLACE = 250_000;
/** Steps of a comparison, 5 s. */
const OF_A_RUN = 25_000_000;

export function createStepAllowance(ofAPlace: number = OF_A_PLACE, ofARun: number = OF_A_RUN): Allowance {
  let run = ofARun;
  let here = ofAPlace;
  const isOver = (): boolean => run < 0;
  return {
    spend(steps) {
      run -= steps;
      here -= steps;
    },
    isSpent: () => here < 0 || run < 0,
    isOver,
    place(work) {
      const outer = here;
      here = ofAPlace;
      try {
        return work();
      } finally {
        here = outer;
      }
    },
  };
}
