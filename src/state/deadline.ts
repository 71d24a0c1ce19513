/** Settles as `answer` does, or fails with what `late` gives when that takes longer than so many milliseconds. */
export function within<T>(answer: Promise<T>, deadlineMs: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), deadlineMs);
    const done = (): void => clearTimeout(timer);
    answer.then(resolve, reject).then(done, done);
  });
}
