/**
 * Counts the work for values and requests, so that no schema can block the process. Plans, evaluations,
 * drawn values and written characters are counted: a step takes about a microsecond.
 */
export interface StepBudget {
  /** Counts work. Throws when the budget is used up; only `within` catches that. */
  count(steps?: number): void;
  /**
   * Runs work with at most `most` steps, and no more than the surrounding work has left. `spent` gives the
   * result if that was not enough.
   */
  within<T>(most: number, work: () => T, spent: (used: number) => T): T;
}

/** Thrown by `count`. It never leaves the generator. */
class StepsSpent extends Error {}

/** Is called with all steps, also those that a budget then refuses. */
export type StepMeter = (steps: number) => void;

export function createSteps(meter?: StepMeter): StepBudget {
  let left = Number.POSITIVE_INFINITY;
  return {
    count: (steps = 1) => {
      left -= steps;
      meter?.(steps);
      if (left < 0) throw new StepsSpent();
    },
    within: (most, work, spent) => {
      const outer = left;
      const given = Math.min(most, outer);
      left = given;
      try {
        return work();
      } catch (error) {
        if (!isTooMuch(error)) throw error;
        return spent(given - Math.max(0, left));
      } finally {
        left = outer - (given - Math.max(0, left));
      }
    },
  };
}

/** Whether the budget or the stack is used up: references may form a chain of any length. */
function isTooMuch(error: unknown): boolean {
  return error instanceof StepsSpent || (error instanceof RangeError && /call stack/.test(error.message));
}
