import { sleep } from './sleep.ts';

/** What a target that asks for patience is given: everybody waits until the moment that it names. */
export interface Patience {
  /** Resolves when nobody has to be waited for any more. */
  wait(): Promise<void>;
  /** Whether so many milliseconds more are granted. */
  grant(milliseconds: number): boolean;
  /** Milliseconds that were waited in all. */
  readonly waited: () => number;
  /** A wish that was not granted. */
  readonly refused: () => boolean;
}

/** The longest that one wish is granted, and all of them together, in milliseconds. */
const LONGEST = 60_000;
const LONGEST_IN_ALL = 300_000;

export function createPatience(signal: AbortSignal): Patience {
  let until = 0;
  let waited = 0;
  let refused = false;
  return {
    async wait() {
      // Another wish may have come meanwhile.
      for (let rest = until - performance.now(); rest > 0 && !signal.aborted; rest = until - performance.now())
        await sleep(rest, signal);
    },
    grant(milliseconds) {
      const now = performance.now();
      const more = Math.max(0, now + milliseconds - Math.max(until, now));
      if (milliseconds > LONGEST || waited + more > LONGEST_IN_ALL) {
        refused = true;
        return false;
      }
      waited += more;
      until = Math.max(until, now + milliseconds);
      return true;
    },
    waited: () => waited,
    refused: () => refused,
  };
}
