import type { HttpRequest } from '../../core/index.ts';
import { isSafe as isSafeMethod } from '../../spec/index.ts';
import { fieldValue, isLoopback } from '../../wire/index.ts';
import { urlOf } from './body-bytes.ts';
import type { Secret } from './redactor.ts';
import type { Outcome, Target } from './target.ts';

/** How many redirects are followed in sequence. */
const MOST = 5;

export interface FollowOptions {
  readonly target: Target;
  readonly secrets: readonly Secret[];
  /** A target on another origin. */
  open(origin: URL): Target;
  send(target: Target, request: HttpRequest): Promise<Outcome>;
}

/**
 * Follows redirects (RFC 9110 §15.4) if it is safe: only http and https, never from https to http, never
 * from elsewhere to this machine or a private network, never with a credential to another origin. Otherwise
 * the redirect is the answer.
 */
export async function follow(options: FollowOptions, first: HttpRequest, answer: Outcome): Promise<Outcome> {
  let outcome = answer;
  let request = first;
  let url = new URL(urlOf(options.target.base, first));
  for (let hop = 0; hop < MOST; hop += 1) {
    const next = outcome.kind === 'answered' ? targetOf(outcome, url) : undefined;
    if (next === undefined || outcome.kind !== 'answered' || !isSafe(url, next)) return outcome;
    const sameOrigin = next.origin === url.origin;
    const onward = redirectRequest(request, outcome.status, next);
    // An unsafe request follows only to the same path: another path may name a record that the run
    // did not create.
    if (!isSafeMethod(onward.method) && bare(next.pathname) !== bare(url.pathname)) return outcome;
    request = onward;
    if (!sameOrigin) request = withoutSecrets(request, options.secrets);
    url = next;
    const target = options.open(new URL(next.origin));
    outcome = await options.send(target, request);
    await target.close();
  }
  return outcome;
}

/** A path without its trailing slash. */
const bare = (path: string): string => path.replace(/(.)\/+$/, '$1');

function targetOf(outcome: Extract<Outcome, { kind: 'answered' }>, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(outcome.status)) return undefined;
  const location = fieldValue(outcome.headers, 'location');
  return location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

function isSafe(from: URL, to: URL): boolean {
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return false;
  if (from.protocol === 'https:' && to.protocol === 'http:') return false;
  return isPrivateHost(from.hostname) || !isPrivateHost(to.hostname);
}

/** Whether a host is this machine, or in a private network (RFC 1918, RFC 4193, link-local). */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    isLoopback(host) ||
    /^(10|127|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host) ||
    /^(f[cd][0-9a-f]{2}|fe80|::ffff):/.test(host) ||
    host === '::'
  );
}

/** 303 always changes the method to GET; 301 and 302 do in practice (RFC 9110 §15.4.4). */
function redirectRequest(request: HttpRequest, status: number, to: URL): HttpRequest {
  const path = { path: to.pathname, query: to.search.slice(1) };
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  if (!becomesGet) return { ...request, ...path };
  const headers = request.headers.filter(([name]) => !/^content-/i.test(name));
  return { ...request, ...path, method: 'GET', headers, body: { kind: 'none' } };
}

function withoutSecrets(request: HttpRequest, secrets: readonly Secret[]): HttpRequest {
  const holds = (text: string): boolean => secrets.some(({ value }) => value !== '' && text.includes(value));
  const headers = request.headers.filter(
    ([name, value]) => !/^(authorization|proxy-authorization|cookie)$/i.test(name) && !holds(value),
  );
  return { ...request, headers };
}
