import { sleep } from '../concurrency/sleep.ts';

/** Time as an outage sees it: milliseconds that only differ in meaning from each other. */
export interface OutageClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const REAL_CLOCK: OutageClock = { now: () => performance.now(), sleep };
