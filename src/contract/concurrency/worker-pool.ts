/** The number of workers: fixed, or at most `most` and as many as `now()` says. */
export type Width = number | { readonly most: number; readonly now: () => number };

/** The rules of a pool of workers. */
export interface PoolRules<T> {
  readonly width: Width;
  /** No new item is taken once this is true. */
  readonly stopped: () => boolean;
  /** Whether two items may be in progress at the same time. Default: any two may. */
  readonly mayMeet?: (item: T, other: T) => boolean;
}

/**
 * Works through a queue in order with a limited number of workers. An item that conflicts with one in progress
 * waits for its end; later items go first. Each item leaves the queue when its work begins, so that what it holds in
 * memory can be released after it.
 */
export async function inParallel<T>(
  queue: T[],
  { width, stopped, mayMeet = () => true }: PoolRules<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const { most, now } = typeof width === 'number' ? { most: width, now: () => width } : width;
  const passed: T[] = [];
  const underWay = new Set<T>();
  const idle: (() => void)[] = [];

  function isFree(item: T): boolean {
    for (const other of underWay) if (!mayMeet(item, other)) return false;
    return true;
  }

  function take(): T | undefined {
    const again = passed.findIndex(isFree);
    if (again !== -1) return passed.splice(again, 1)[0];
    while (queue.length > 0) {
      const item = queue.shift();
      if (item === undefined || isFree(item)) return item;
      passed.push(item);
    }
    return undefined;
  }

  const worker = async (_: unknown, place: number): Promise<void> => {
    while (!stopped() && (queue.length > 0 || passed.length > 0)) {
      const isWanted = place < Math.max(1, now());
      const item = isWanted ? take() : undefined;
      if (item !== undefined) {
        underWay.add(item);
        await work(item);
        underWay.delete(item);
        for (const wake of idle.splice(0)) wake();
      } else if (queue.length === 0 || !isWanted) await new Promise<void>((resolve) => idle.push(resolve));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(most, queue.length)) }, worker));
}
