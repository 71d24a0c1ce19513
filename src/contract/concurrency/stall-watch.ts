/** The result of an action that has stalled. */
export const STALLED: unique symbol = Symbol('stalled');

/** Milliseconds between two looks at the sender. */
const INTERVAL = 250;

/**
 * The number of looks without a request after which an action has stalled: a minute the first time, five
 * seconds each further time, and one second once the run is to end. Looks are counted, not milliseconds,
 * because none takes place while the process is busy.
 */
const LOOKS = { first: 240, later: 20, ending: 4 };

/**
 * Ends the wait for actions that never end: two that wait for each other, or a function of the user that
 * never answers.
 */
export interface StallWatch {
  /** The result of an action, or `STALLED` if it did not end and no request was under way for long. */
  within<T>(action: Promise<T>): Promise<T | typeof STALLED>;
}

/** What shows whether a run makes progress. */
export interface RunProgress {
  readonly sender: {
    /** The number of requests sent so far. */
    readonly requests: () => number;
    /** Whether a request or a pause is under way. */
    readonly isBusy: () => boolean;
  };
  /** Whether the run was stopped, or its time is over. */
  readonly isEnding: () => boolean;
}

export function createStallWatch({ sender, isEnding }: RunProgress): StallWatch {
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let requests = 0;
  let looks = 0;
  let most = LOOKS.first;

  function look(): void {
    const isIdle = !sender.isBusy() && sender.requests() === requests;
    requests = sender.requests();
    looks = isIdle ? looks + 1 : 0;
    if (looks < (isEnding() ? LOOKS.ending : most)) return;
    most = LOOKS.later;
    looks = 0;
    for (const leave of [...waiting]) leave();
  }

  return {
    async within(action) {
      let leave = (): void => {};
      const stalled = new Promise<typeof STALLED>((resolve) => {
        leave = () => resolve(STALLED);
      });
      waiting.add(leave);
      timer ??= setInterval(look, INTERVAL);
      try {
        return await Promise.race([action, stalled]);
      } finally {
        waiting.delete(leave);
        if (waiting.size === 0) {
          clearInterval(timer);
          timer = undefined;
          looks = 0;
        }
      }
    },
  };
}
