import { sleep } from '../concurrency/sleep.ts';

/** The clock of outages, in milliseconds. Only differences have a meaning. */
export interface OutageClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const REAL_CLOCK: OutageClock = { now: () => performance.now(), sleep };
