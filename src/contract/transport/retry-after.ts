import { sleep } from '../concurrency/sleep.ts';

/**
 * What a target that asks for patience is given. A wish of one operation holds that operation alone; once a second operation asks for the same
 * meanwhile, it is the target's wish and holds all. Without a scope a wish is the target's.
 */
export interface RetryAfter {
  /** Resolves when nothing has to be waited for any more; nothing to wait for where that is so now. */
  wait(scope?: string): Promise<void> | undefined;
  /** Whether so many milliseconds more are granted. */
  grant(milliseconds: number, scope?: string): boolean;
  /** An answer came that asks for none. */
  served(scope?: string): void;
  /** Whether one operation alone is being waited for. */
  isWaiting(scope: string): boolean;
  /** Milliseconds that were waited in all. */
  readonly waited: () => number;
  /** A wish that was not granted. */
  readonly refused: () => boolean;
  /** The operations whose wishes were not granted. */
  readonly refusedScopes: () => readonly string[];
}

/** The longest that one wish is granted, all of them of one operation, and all of them together, in milliseconds. */
const LONGEST = 60_000;
const LONGEST_IN_ALL = 300_000;
/** Whatever a run has come to, so many milliseconds are granted. */
const SHORT = 5_000;
/** Of an answer less for each so many milliseconds of waiting a run does not come to its end in the time that there is. */
const FOR_AN_ANSWER = 1_000;

interface Queue {
  until: number;
  waited: number;
  /** Answers since the last wish. */
  served: number;
}

export function createRetryAfter(
  signal: AbortSignal,
  timeLeft: () => number = () => Number.POSITIVE_INFINITY,
): RetryAfter {
  const all = newQueue();
  const scopes = new Map<string, Queue>();
  const refusedScopes = new Set<string>();
  let waited = 0;
  let refused = false;

  function queueOf(scope: string | undefined): Queue {
    if (scope === undefined) return all;
    const known = scopes.get(scope) ?? newQueue();
    scopes.set(scope, known);
    return known;
  }

  /** The queue that a Retry-After applies to: that of the operation, or that of all operations if another one already waits. */
  function wishing(scope: string | undefined): Queue {
    const now = performance.now();
    const isShared = all.until > now || [...scopes].some(([other, { until }]) => other !== scope && until > now);
    return isShared ? all : queueOf(scope);
  }

  async function elapsed(own: Queue): Promise<void> {
    // Another wish may have come meanwhile.
    const rest = (): number => Math.max(own.until, all.until) - performance.now();
    for (let left = rest(); left > 0 && !signal.aborted; left = rest()) await sleep(left, signal);
  }

  return {
    wait(scope) {
      const own = queueOf(scope);
      return own.until === 0 && all.until === 0 ? undefined : elapsed(own);
    },
    grant(milliseconds, scope) {
      const queue = wishing(scope);
      const now = performance.now();
      const more = Math.max(0, now + milliseconds - Math.max(queue.until, now));
      // Requests that were under way when it was said ask for the same.
      const isNew = more > SHORT;
      const tooMuch = waited + more > LONGEST_IN_ALL || (queue !== all && queue.waited + more > LONGEST);
      if (milliseconds > Math.min(LONGEST, timeLeft()) || tooMuch || (isNew && !pays(queue, milliseconds))) {
        refused = true;
        if (scope !== undefined) refusedScopes.add(scope);
        return false;
      }
      if (isNew) queue.served = 0;
      queue.waited += more;
      waited += more;
      queue.until = Math.max(queue.until, now + milliseconds);
      return true;
    },
    served(scope) {
      all.served += 1;
      if (scope !== undefined) queueOf(scope).served += 1;
    },
    isWaiting: (scope) => (scopes.get(scope)?.until ?? 0) > performance.now(),
    waited: () => waited,
    refused: () => refused,
    refusedScopes: () => [...refusedScopes],
  };
}

function newQueue(): Queue {
  return { until: 0, waited: 0, served: 0 };
}

/** Before the first answer it may be others who have used up what there was. */
function pays({ served, waited }: Queue, milliseconds: number): boolean {
  return served * FOR_AN_ANSWER >= milliseconds || (waited === 0 && served === 0);
}
