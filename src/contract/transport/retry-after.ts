import { sleep } from '../concurrency/sleep.ts';

/**
 * Waits for a target that asks for it with Retry-After. One operation's answer delays that operation. Once
 * a second operation asks during the wait, the delay applies to all. Without a scope it applies to all at
 * once.
 */
export interface RetryAfter {
  /** Resolves when the wait is over; undefined if there is none. */
  wait(scope?: string): Promise<void> | undefined;
  /** Whether the run waits this many more milliseconds. */
  grant(milliseconds: number, scope?: string): boolean;
  /** Records an answer that does not ask to wait. */
  served(scope?: string): void;
  /** Whether a single operation is being waited for. */
  isWaiting(scope: string): boolean;
  /** Milliseconds that were waited in total. */
  readonly waited: () => number;
  /** Whether a request to wait was refused. */
  readonly refused: () => boolean;
  /** The operations for which the run did not wait. */
  readonly refusedScopes: () => readonly string[];
}

/** Maximum milliseconds of one wait and of all waits of one operation, and of all waits together. */
const LONGEST = 60_000;
const LONGEST_IN_ALL = 300_000;
/** Milliseconds that are always granted. */
const SHORT = 5_000;
/**
 * The milliseconds of waiting that one answer is worth: with fewer answers, a run would not end in
 * reasonable time.
 */
const FOR_AN_ANSWER = 1_000;

interface Queue {
  until: number;
  waited: number;
  /** Answers since the last request to wait. */
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
    // A further request to wait may have come in the meantime.
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
      // Requests that were in flight ask for the same wait.
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

/**
 * Whether enough answers came for such a wait. Before the first answer, other clients may have used up the
 * rate limit.
 */
function pays({ served, waited }: Queue, milliseconds: number): boolean {
  return served * FOR_AN_ANSWER >= milliseconds || (waited === 0 && served === 0);
}
