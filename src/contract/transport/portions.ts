/**
 * Runs due callbacks in order, at most `most` in each turn of the event loop (in its check phase). `undici`
 * writes to reused connections in the check phase as well: when many answers arrive at once, the first
 * connections send their next requests before the other answers are processed, so the target stays busy.
 */
export function createPortions(most: number): (act: () => void) => void {
  const due: (() => void)[] = [];

  function doSome(): void {
    const some = due.splice(0, most);
    if (due.length > 0) setImmediate(doSome);
    for (const act of some) act();
  }

  return (act) => {
    if (due.push(act) === 1) setImmediate(doSome);
  };
}
