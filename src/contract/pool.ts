/** Works through items with so many at a time, in their order. Stops taking new ones when `stopped` says so. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  stopped: () => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !stopped()) {
      const item = items[next];
      next += 1;
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(width, items.length)) }, worker));
}
