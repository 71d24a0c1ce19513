import { StandinError } from '../../core/index.ts';
import { createFetchTarget, type FetchFunction } from './fetch.ts';
import type { Target } from './target.ts';
import { createUrlTarget, type UrlTargetOptions } from './undici.ts';

/** A running service: its base URL, a `fetch` function, or an object with one: a Hono app, a mock. */
export type Service =
  | string
  | URL
  | FetchFunction
  | { readonly fetch: (request: Request) => Response | Promise<Response> };

/** A service as its URL or its `fetch` function. */
export function asTarget(service: Service): URL | FetchFunction {
  if (typeof service === 'string') return new URL(service);
  if (service instanceof URL || typeof service === 'function') return service;
  return async (request) => service.fetch(request);
}

/** Opens a target. Throws `usage` for a URL that is not an HTTP URL. */
export function createTarget(
  target: URL | FetchFunction | Target,
  { now, insecure = false, agent }: UrlTargetOptions,
): Target {
  if (typeof target === 'function') return createFetchTarget(target, { now });
  if (!(target instanceof URL)) return target;
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw new StandinError('usage', `The target ${target.protocol} is not an http or https URL.`);
  }
  return createUrlTarget(target, { now, insecure, agent });
}

/** The same target at another base URL. */
export function targetAt(target: URL | FetchFunction | Target, base: string, options: UrlTargetOptions): Target {
  if (typeof target === 'function') return createFetchTarget(target, { now: options.now, base });
  return target instanceof URL ? createTarget(new URL(base), options) : target;
}
