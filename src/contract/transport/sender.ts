import type { HttpRequest } from '../../core/index.ts';
import { isSafe } from '../../spec/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { delayedSignal } from '../concurrency/delayed-signal.ts';
import { sleep } from '../concurrency/sleep.ts';
import { type FollowOptions, follow } from './redirects.ts';
import { createRetryAfter, type RetryAfter } from './retry-after.ts';
import type { Outcome, Target } from './target.ts';

/** `slow`: so that the last of several that wait for each other might not be answered in time. */
export type Speed = 'quick' | 'usual' | 'slow';

export type Heard = (base: string, request: HttpRequest, outcome: Outcome) => void;

export interface Sending {
  readonly fresh: boolean;
  /** Called with each request that is sent, including retries and redirections. */
  readonly heard?: Heard | undefined;
  /** The operation whose rate limit holds this request. Absent: only a limit of the whole target does. */
  readonly scope?: string | undefined;
  /** `postponed`: an answer that asks for patience with this operation alone is given back at once. `none`: so is each. Default: it is waited for. */
  readonly waiting?: 'postponed' | 'none';
}

export interface Sender {
  send(request: HttpRequest, options: Sending): Promise<Outcome>;
  readonly requests: () => number;
  readonly retries: () => number;
  /** How the target has answered of late. */
  readonly speed: () => Speed;
  readonly patience: Pick<RetryAfter, 'waited' | 'refused' | 'refusedScopes' | 'isWaiting'>;
}

export interface SenderOptions {
  readonly target: Target;
  readonly timeout: number;
  readonly maxBytes: number;
  /** Requests per second. */
  readonly rate: number | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds that the run has left: nothing is waited for longer. Default: no limit. */
  readonly timeLeft?: () => number;
  /** Follow redirects. */
  readonly follow?: Pick<FollowOptions, 'secrets' | 'open'>;
}

/** How often a request is sent again. */
const MOST_RETRIES = 3;
/** The longest that a 503 is waited for, in milliseconds. */
const LONGEST_OUTAGE = 5_000;
/** Milliseconds that answers of a quick target take on average, and the weight of the last one. */
const QUICK = { below: 50, weight: 0.05 };
/** An answer is slow that takes such a part of the time that it may take. */
const SLOW = 1 / 8;
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'QUERY']);

/** Time that a write under way has to end after an abort, in milliseconds: only its answer says what there is to remove. */
const WRITE_GRACE = 400;

/** Sends at the wished rate; tries again where the target asks for patience or an idle connection was closed under us. */
export function createSender(options: SenderOptions): Sender {
  const { target, timeout, maxBytes, signal } = options;
  const late = delayedSignal(signal, WRITE_GRACE);
  const pace = createPace(options.rate, signal);
  const patience = createRetryAfter(signal, options.timeLeft);
  let requests = 0;
  let retries = 0;
  let average = QUICK.below;
  let last = 0;

  /** Sends at once where no wait is needed, as nearly always. */
  function once(request: HttpRequest, how: Sending, at: Target = target): Promise<Outcome> {
    const { fresh, scope, heard } = how;
    const waiting = how.waiting === 'none' ? undefined : patience.wait(scope);
    const send = (): Promise<Outcome> => now(request, fresh, at);
    const sending = waiting === undefined && pace === undefined ? send() : inTurn(waiting, send);
    return heard === undefined ? sending : sending.then((outcome) => passed(heard, at, request, outcome));
  }

  async function inTurn(waiting: Promise<void> | undefined, send: () => Promise<Outcome>): Promise<Outcome> {
    if (waiting !== undefined) await waiting;
    if (pace !== undefined) await pace();
    return send();
  }

  function now(request: HttpRequest, fresh: boolean, at: Target): Promise<Outcome> {
    requests += 1;
    return at.send(request, { timeout, maxBytes, fresh, signal: isSafe(request.method) ? signal : late });
  }

  return {
    async send(request, how) {
      const { fresh, scope, waiting } = how;
      const again = { ...how, fresh: true };
      let outcome = await once(request, how);
      last = outcome.timing.duration;
      average += (last - average) * QUICK.weight;
      for (let retry = 0; retry < MOST_RETRIES; retry += 1) {
        const wait = waitFor(request, outcome, retry, fresh);
        if (wait === undefined) patience.served(scope);
        if (wait === undefined || waiting === 'none' || signal.aborted || !patience.grant(wait, scope)) break;
        if (waiting === 'postponed' && scope !== undefined && patience.isWaiting(scope)) break;
        retries += 1;
        outcome = await once(request, again);
      }
      if (options.follow === undefined) return outcome;
      const send = (at: Target, next: HttpRequest): Promise<Outcome> => once(next, again, at);
      return follow({ ...options.follow, target, send }, request, outcome);
    },
    requests: () => requests,
    retries: () => retries,
    speed: () => (last >= timeout * SLOW ? 'slow' : average < QUICK.below ? 'quick' : 'usual'),
    patience,
  };
}

function passed(heard: Heard, { base }: Target, request: HttpRequest, outcome: Outcome): Outcome {
  heard(base, request, outcome);
  return outcome;
}

/** Milliseconds to wait before another try; undefined where there shall be none. */
function waitFor(request: HttpRequest, outcome: Outcome, retry: number, fresh: boolean): number | undefined {
  if (outcome.kind === 'failed') {
    const lost = outcome.code === 'connection-reset' && outcome.partial === undefined;
    // On a connection that had idled, nothing at all came: most likely it was closed before the request was read (RFC 9112 §9.3.1).
    const unread = outcome.reused === true || IDEMPOTENT.has(request.method);
    return lost && !fresh && retry === 0 && unread ? 0 : undefined;
  }
  if (outcome.status !== 429 && outcome.status !== 503) return undefined;
  const after = fieldValue(outcome.headers, 'retry-after');
  if (after === undefined || !/^\d{1,9}$/.test(after.trim())) return undefined;
  const wait = Number(after) * 1_000;
  // Who is not available at all may be so for ever.
  return outcome.status === 503 && wait > LONGEST_OUTAGE ? undefined : wait;
}

/** Undefined where no rate was asked for. */
function createPace(rate: number | undefined, signal: AbortSignal): (() => Promise<void>) | undefined {
  if (rate === undefined || rate <= 0) return undefined;
  const gap = 1_000 / rate;
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + gap;
    if (at > now) await sleep(at - now, signal);
  };
}
