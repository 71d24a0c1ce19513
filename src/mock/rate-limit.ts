import type { HeaderFields } from '../core/index.ts';
import type { RateLimit } from './options.ts';

export interface RateLimiter {
  /** Counts one request of that world; `allowed` is false once the window's quota is spent. */
  take(world: string, now: number): { readonly allowed: boolean; readonly headers: HeaderFields };
  forget(world: string): void;
}

/** Fixed windows per world. Fields follow draft-ietf-httpapi-ratelimit-headers-10; `Retry-After` is RFC 9110 §10.2.3, in seconds. */
export function createRateLimiter(limit: RateLimit): RateLimiter {
  const windows = new Map<string, { start: number; used: number }>();
  const seconds = Math.max(1, Math.round(limit.window / 1000));
  return {
    take(world, now) {
      let window = windows.get(world);
      if (window === undefined || now - window.start >= limit.window || now < window.start) {
        window = { start: now, used: 0 };
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
  };
}
