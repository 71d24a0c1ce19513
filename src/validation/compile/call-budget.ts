import { isObject } from '../../evaluation/index.ts';

/**
 * Limits the work of compiled functions, whose calls may grow exponentially if alternatives refer to the
 * same definition. The limit grows with the number of members of the value.
 */
export interface CallBudget {
  /** Decreased by every call. */
  left: number;
  /** Called when none are left: grants the calls for the value's size, once, or throws `TooManyCalls`. */
  askForMore(): void;
  /** Calls a compiled function with the calls that are granted for its value. */
  within(compiled: (value: unknown) => boolean, value: unknown): boolean;
}

/** Thrown through compiled code. */
export class TooManyCalls extends Error {}

/** Calls that are granted without measuring the value. */
const FREE = 500;
/** Calls for each member of a value: it may be judged by ten definitions. */
const EACH_MEMBER = 10;

export function createCallBudget(): CallBudget {
  let value: unknown;
  let granted = true;
  const budget: CallBudget = {
    left: FREE,
    askForMore: () => {
      if (granted) throw new TooManyCalls();
      granted = true;
      budget.left = EACH_MEMBER * sizeOf(value);
    },
    within: (compiled, judged) => {
      value = judged;
      granted = false;
      budget.left = FREE;
      try {
        return compiled(judged);
      } finally {
        value = undefined;
      }
    },
  };
  return budget;
}

/** The number of values inside a value, itself included. */
function sizeOf(value: unknown): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    size += 1;
    if (Array.isArray(part)) for (const item of part) open.push(item);
    else if (isObject(part)) for (const name in part) open.push(part[name]);
  }
  return size;
}
