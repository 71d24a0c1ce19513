/**
 * Counts the work that values and requests take, so that no schema can hold the process. Plans, checks, drawn values and written characters count
 * alike: a step is about a microsecond.
 */
export interface StepBudget {
  /** Counts work. Once the budget is spent it ends everything under way by throwing; only `within` catches that. */
  count(steps?: number): void;
  /** Runs work that may take `most` steps, and no more than the work around it has left. `spent` answers where that was not enough. */
  within<T>(most: number, work: () => T, spent: (used: number) => T): T;
}

/** Thrown by `count`. Not an error: it never leaves the generator. */
class StepsSpent extends Error {}

export function createSteps(): StepBudget {
  let left = Number.POSITIVE_INFINITY;
  return {
    count: (steps = 1) => {
      left -= steps;
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

/** The budget is spent, or the stack is: schemas that lead to each other may form a chain of any length. */
function isTooMuch(error: unknown): boolean {
  return error instanceof StepsSpent || (error instanceof RangeError && /call stack/.test(error.message));
}
