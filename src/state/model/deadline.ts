/**
 * A busy process finds its timers due before it has read data that came long ago, so event-loop turns are
 * counted as well.
 */
const TURNS = 8;

/** Settles as `answer` does, or fails with the error of `late()` after that many milliseconds. */
export function withDeadline<T>(answer: Promise<T>, deadlineMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = TURNS;
    const turn = (): void => {
      left -= 1;
      if (left > 0) timer = setTimeout(turn, deadlineMs / TURNS);
      else reject(late());
    };
    let timer = setTimeout(turn, deadlineMs / TURNS);
    const done = (): void => clearTimeout(timer);
    answer.then(resolve, reject).then(done, done);
  });
}
