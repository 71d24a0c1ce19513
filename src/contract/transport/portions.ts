/**
 * Does what has become due in its order, at most so many each turn of the event loop (in its check phase). `undici` writes to a connection that was
 * used before only in the check phase, too: where many answers lie ready at once, those who got the first have asked again before the others are
 * looked at, and the target has something to do meanwhile.
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
