import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStallWatch, STALLED, type StallWatch } from '../../../src/contract/concurrency/stall-watch.ts';
import { tell } from '../harness.ts';
import { thingServer, things } from '../servers/things.ts';

const NEVER = new Promise<never>(() => {});

describe('the watch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  interface Watched {
    readonly stalls: StallWatch;
    readonly run: { requests: number; isBusy: boolean; isEnding: boolean };
  }

  function watched(): Watched {
    const run = { requests: 0, isBusy: false, isEnding: false };
    const sender = { requests: () => run.requests, isBusy: () => run.isBusy };
    return { run, stalls: createStallWatch({ sender, isEnding: () => run.isEnding }) };
  }

  /** What an action without an end has come to so far. */
  function endless({ stalls }: Watched): { end: unknown } {
    const result: { end: unknown } = { end: undefined };
    void stalls.within(NEVER).then((end) => {
      result.end = end;
    });
    return result;
  }

  test('gives what an action comes to, and no timer stays', async () => {
    const { stalls } = watched();
    await expect(stalls.within(Promise.resolve(7))).resolves.toBe(7);
    await expect(stalls.within(Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends the wait after a minute without a request, and sooner the next time', async () => {
    const one = watched();
    const first = endless(one);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(first.end).toBe(undefined);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(first.end).toBe(STALLED);
    const second = endless(one);
    await vi.advanceTimersByTimeAsync(5_500);
    expect(second.end).toBe(STALLED);
  });

  test('goes on while a request is under way, and while requests come', async () => {
    const one = watched();
    const action = endless(one);
    one.run.isBusy = true;
    await vi.advanceTimersByTimeAsync(300_000);
    one.run.isBusy = false;
    for (let minute = 0; minute < 5; minute += 1) {
      one.run.requests += 1;
      await vi.advanceTimersByTimeAsync(50_000);
    }
    expect(action.end).toBe(undefined);
  });

  test('waits for a second only once the run is to end', async () => {
    const one = watched();
    const action = endless(one);
    one.run.isEnding = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(action.end).toBe(STALLED);
  });
});

test('a credential that is never renewed does not keep a stopped run from its report', async () => {
  const stop = new AbortController();
  const { summary } = await tell({
    ...things(),
    target: thingServer(() => new Response(null, { status: 401 })).fetch,
    credentials: { bearer: 'old' },
    renew: () => {
      stop.abort();
      return NEVER;
    },
    signal: stop.signal,
  });
  expect(summary.reasons.join()).toContain('interrupted');
});

test('a credential that is never renewed does not keep a run from its report after its time', async () => {
  const server = thingServer((request) =>
    request.method === 'POST' ? new Response(null, { status: 401 }) : undefined,
  );
  const { summary } = await tell({
    ...things(),
    target: server.fetch,
    phases: ['coverage'],
    tries: 0,
    credentials: { bearer: 'old' },
    renew: () => NEVER,
    timeLimit: 1_000,
  });
  expect(summary.counts.errored).toBeGreaterThan(0);
  expect(summary.exitStatus).toBe(70);
  expect(summary.reasons.join()).toContain('the case did not end');
});
