import type { Operation } from '../../spec/index.ts';
import type { Tools } from '../plan/draw-context.ts';

/** Maximum steps for one request, or for the list of its breakable places. */
const MOST_STEPS = 1_600_000;
/** An operation with this many requests beyond that limit is given up. */
const MOST_SPENT = 3;

type Spent<T> = (reason: string) => T;

/**
 * Runs work on requests within a budget. An operation that repeatedly exceeds it is given up, so that a
 * plan with many requests ends.
 */
export function createAllowance(tools: Tools): <T>(operation: Operation, work: () => T, spent: Spent<T>) => T {
  const times = new WeakMap<Operation, number>();
  return (operation, work, spent) => {
    const before = times.get(operation) ?? 0;
    if (before >= MOST_SPENT) return spent(reasonOf(tools, operation));
    return withinRequest(tools, operation, work, (reason) => {
      times.set(operation, before + 1);
      return spent(reason);
    });
  };
}

export function withinRequest<T>(tools: Tools, operation: Operation, work: () => T, spent: Spent<T>): T {
  return tools.steps.within(MOST_STEPS, work, () => spent(reasonOf(tools, operation)));
}

function reasonOf({ api }: Tools, { pointer }: Operation): string {
  const line = api.lineOf(pointer)?.line;
  return `no request was found within ${MOST_STEPS} steps for #${pointer}${line === undefined ? '' : `, line ${line}`}`;
}
