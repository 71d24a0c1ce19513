import type { HeaderFields } from '../../core/index.ts';
import type { RateLimit } from './options.ts';

export interface RateLimiter {
  /** Counts one request of the world; `allowed` is false if the quota of the window is used up. */
  take(world: string, now: number): { readonly allowed: boolean; readonly headers: HeaderFields };
  forget(world: string): void;
  /** Worlds that are counted. */
  readonly size: number;
}

/**
 * Clients choose the names of worlds. Beyond this number of windows, finished ones are dropped, and then
 * the oldest.
 */
const MOST_WINDOWS = 10_000;

/** Fixed windows per world. Fields follow draft-ietf-httpapi-ratelimit-headers-10; `Retry-After` is RFC 9110 §10.2.3, in seconds. */
export function createRateLimiter(limit: RateLimit): RateLimiter {
  const windows = new Map<string, { start: number; used: number }>();
  const seconds = Math.max(1, Math.round(limit.window / 1000));
  return {
    take(world, now) {
      let window = windows.get(world);
      if (window === undefined || now - window.start >= limit.window || now < window.start) {
        window = { start: now, used: 0 };
        windows.delete(world);
        if (windows.size >= MOST_WINDOWS) forgetOldest(windows, now - limit.window);
        windows.set(world, window);
      }
      const allowed = window.used < limit.requests;
      if (allowed) window.used += 1;
      const reset = Math.max(1, Math.ceil((window.start + limit.window - now) / 1000));
      return {
        allowed,
        headers: [
          ['RateLimit-Policy', `"default";q=${limit.requests};w=${seconds}`],
          ['RateLimit', `"default";r=${limit.requests - window.used};t=${reset}`],
          ...(allowed ? [] : [['Retry-After', String(reset)] as const]),
        ],
      };
    },
    forget(world) {
      windows.delete(world);
    },
    get size() {
      return windows.size;
    },
  };
}

/** Windows are in the order in which they began. */
function forgetOldest(windows: Map<string, { readonly start: number }>, over: number): void {
  for (const [world, { start }] of windows) {
    if (start > over && windows.size < MOST_WINDOWS) return;
    windows.delete(world);
  }
}
