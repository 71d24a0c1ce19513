import { sleep } from './sleep.ts';

/** What a target that asks for patience is given: everybody waits until the moment that it names. */
export interface Patience {
  /** Resolves when nobody has to be waited for any more; nothing to wait for where that is so now. */
  wait(): Promise<void> | undefined;
  /** Whether so many milliseconds more are granted. */
  grant(milliseconds: number): boolean;
  /** An answer came that asks for none. */
  served(): void;
  /** Milliseconds that were waited in all. */
  readonly waited: () => number;
  /** A wish that was not granted. */
  readonly refused: () => boolean;
}

/** The longest that one wish is granted, and all of them together, in milliseconds. */
const LONGEST = 60_000;
const LONGEST_IN_ALL = 300_000;
/** Whatever a run has come to, so many milliseconds are granted. */
const SHORT = 5_000;
/** Of an answer less for each so many milliseconds of waiting a run does not come to its end in the time that there is. */
const FOR_AN_ANSWER = 1_000;

export function createPatience(signal: AbortSignal): Patience {
  let until = 0;
  let waited = 0;
  /** Answers since the last wish. */
  let served = 0;
  let refused = false;
  // Before the first answer it may be others who have used up what there was.
  const pays = (milliseconds: number): boolean =>
    served * FOR_AN_ANSWER >= milliseconds || (waited === 0 && served === 0);
  async function elapsed(): Promise<void> {
    // Another wish may have come meanwhile.
    for (let rest = until - performance.now(); rest > 0 && !signal.aborted; rest = until - performance.now())
      await sleep(rest, signal);
  }
  return {
    wait: () => (until === 0 ? undefined : elapsed()),
    grant(milliseconds) {
      const now = performance.now();
      const more = Math.max(0, now + milliseconds - Math.max(until, now));
      // Those who were under way when it was said ask for the same.
      const isNew = more > SHORT;
      if (milliseconds > LONGEST || waited + more > LONGEST_IN_ALL || (isNew && !pays(milliseconds))) {
        refused = true;
        return false;
      }
      if (isNew) served = 0;
      waited += more;
      until = Math.max(until, now + milliseconds);
      return true;
    },
    served: () => {
      served += 1;
    },
    waited: () => waited,
    refused: () => refused,
  };
}
