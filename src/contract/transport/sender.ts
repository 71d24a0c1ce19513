import type { HttpRequest } from '../../core/index.ts';
import { isSafe } from '../../spec/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { delayedSignal } from '../concurrency/delayed-signal.ts';
import { sleep } from '../concurrency/sleep.ts';
import { createLastRequests, type LastRequests } from './last-requests.ts';
import { type FollowOptions, follow } from './redirects.ts';
import { createRetryAfter, type RetryAfter } from './retry-after.ts';
import type { Outcome, Target } from './target.ts';

/** `slow`: the last of several queued requests might time out. */
export type Speed = 'quick' | 'usual' | 'slow';

export type OnSent = (base: string, request: HttpRequest, outcome: Outcome) => void;

export interface AttemptOptions {
  readonly fresh: boolean;
  /** Called with each request that is sent, including retries and redirections. */
  readonly heard?: OnSent | undefined;
  /**
   * The operation whose rate limit applies to this request. Without it, only a limit of the whole target
   * applies.
   */
  readonly scope?: string | undefined;
  /**
   * `postponed`: an answer that asks to wait for this operation only is returned at once. `none`: every
   * answer is. Default: the sender waits.
   */
  readonly waiting?: 'postponed' | 'none';
}

export interface Sender {
  send(request: HttpRequest, options: AttemptOptions): Promise<Outcome>;
  /** Waits `ms` milliseconds between two requests, or until the run is stopped. */
  readonly pause: (ms: number) => Promise<void>;
  readonly requests: () => number;
  /** Whether a request or a pause is under way. */
  readonly isBusy: () => boolean;
  readonly retries: () => number;
  /** The recent speed of the target. */
  readonly speed: () => Speed;
  readonly lastRequests: Pick<LastRequests, 'suspects'>;
  readonly patience: Pick<RetryAfter, 'waited' | 'refused' | 'refusedScopes' | 'isWaiting'>;
}

export interface SenderOptions {
  readonly target: Target;
  readonly timeout: number;
  readonly maxBytes: number;
  /** Requests per second. */
  readonly rate: number | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds left for the run: no wait is longer. Default: no limit. */
  readonly timeLeft?: () => number;
  /** Follow redirects. */
  readonly follow?: Pick<FollowOptions, 'secrets' | 'open'>;
}

/** How often a request is sent again. */
const MOST_RETRIES = 3;
/** Maximum milliseconds to wait for a 503. */
const LONGEST_OUTAGE = 5_000;
/** Average milliseconds of a quick target's answers, and the weight of the last answer. */
const QUICK = { below: 50, weight: 0.05 };
/** An answer is slow if it takes this fraction of its time limit. */
const SLOW = 1 / 8;
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'QUERY']);

/** Milliseconds that a write in flight has after an abort: only its answer shows what must be removed. */
const WRITE_GRACE = 400;

/** Sends at the chosen rate. Sends again if the target asks to wait, or if an idle connection was closed. */
export function createSender(options: SenderOptions): Sender {
  const { target, timeout, maxBytes, signal } = options;
  const late = delayedSignal(signal, WRITE_GRACE);
  const pace = createPace(options.rate, signal);
  const patience = createRetryAfter(signal, options.timeLeft);
  const lastRequests = createLastRequests();
  let requests = 0;
  let retries = 0;
  let underWay = 0;
  let average = QUICK.below;
  let last = 0;

  /** Sends at once if no wait is needed, which is nearly always the case. */
  function once(request: HttpRequest, how: AttemptOptions, at: Target = target): Promise<Outcome> {
    const { scope, heard } = how;
    const waiting = how.waiting === 'none' ? undefined : patience.wait(scope);
    const send = (): Promise<Outcome> => now(request, how, at);
    const sending = waiting === undefined && pace === undefined ? send() : inTurn(waiting, send);
    return heard === undefined ? sending : sending.then((outcome) => passOn(heard, at, request, outcome));
  }

  async function inTurn(waiting: Promise<void> | undefined, send: () => Promise<Outcome>): Promise<Outcome> {
    if (waiting !== undefined) await waiting;
    if (pace !== undefined) await pace();
    return send();
  }

  async function now(request: HttpRequest, { fresh, scope }: AttemptOptions, at: Target): Promise<Outcome> {
    requests += 1;
    const outcome = await at.send(request, {
      timeout,
      maxBytes,
      fresh,
      signal: isSafe(request.method) ? signal : late,
      ...(scope === undefined ? {} : { operation: scope }),
    });
    if (at === target) lastRequests.add(request, outcome);
    return outcome;
  }

  async function busy<T>(action: Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await action;
    } finally {
      underWay -= 1;
    }
  }

  async function sendWhole(request: HttpRequest, how: AttemptOptions): Promise<Outcome> {
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
      const next = await once(request, again);
      // The request may be what ended the process of the target.
      if (outcome.kind === 'failed' && next.kind === 'failed' && next.code === 'unreachable') break;
      outcome = next;
    }
    if (options.follow === undefined) return outcome;
    const send = (at: Target, next: HttpRequest): Promise<Outcome> => once(next, again, at);
    return follow({ ...options.follow, target, send }, request, outcome);
  }

  return {
    send: (request, how) => busy(sendWhole(request, how)),
    pause: (ms) => busy(sleep(ms, signal)),
    requests: () => requests,
    isBusy: () => underWay > 0,
    retries: () => retries,
    speed: () => (last >= timeout * SLOW ? 'slow' : average < QUICK.below ? 'quick' : 'usual'),
    lastRequests,
    patience,
  };
}

function passOn(heard: OnSent, { base }: Target, request: HttpRequest, outcome: Outcome): Outcome {
  heard(base, request, outcome);
  return outcome;
}

/** Milliseconds until the next try; undefined if there is none. */
function waitFor(request: HttpRequest, outcome: Outcome, retry: number, fresh: boolean): number | undefined {
  if (outcome.kind === 'failed') {
    const lost = outcome.code === 'connection-reset' && outcome.partial === undefined;
    // If a reused connection ends without any byte, it was most likely closed before the request
    // was read (RFC 9112 §9.3.1).
    const unread = outcome.reused === true || IDEMPOTENT.has(request.method);
    return lost && !fresh && retry === 0 && unread ? 0 : undefined;
  }
  if (outcome.status !== 429 && outcome.status !== 503) return undefined;
  const after = fieldValue(outcome.headers, 'retry-after');
  if (after === undefined || !/^\d{1,9}$/.test(after.trim())) return undefined;
  const wait = Number(after) * 1_000;
  // A service that is unavailable may stay so.
  return outcome.status === 503 && wait > LONGEST_OUTAGE ? undefined : wait;
}

/** Undefined if no rate was chosen. */
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
