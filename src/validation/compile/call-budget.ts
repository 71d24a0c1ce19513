import { isObject } from '../../evaluation/index.ts';

/**
 * Bounds the work of compiled functions, whose calls may grow exponentially where alternatives lead to the same definition: there are
 * as many calls as the value has members, several times over.
 */
export interface CallBudget {
  /** Decreased by every call. */
  left: number;
  /** Called when none are left: grants those of the value, once, or throws `TooManyCalls`. */
  askForMore(): void;
  /** Calls a compiled function with the calls that its value is granted. */
  within(compiled: (value: unknown) => boolean, value: unknown): boolean;
}

/** Thrown through compiled code. */
export class TooManyCalls extends Error {}

/** Without a look at the size of the value. */
const FREE = 500;
/** For each member of a value: ten definitions may be asked of it. */
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

/** How many values a value holds, itself included. */
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
