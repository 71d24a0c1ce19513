import type { HttpRequest } from '../../core/index.ts';
import type { Exchange } from '../model/exchange.ts';

/** A place at the target: path and query after the base URL. */
export interface TargetPlace {
  readonly path: string;
  /** Without `?`; empty if there is none. */
  readonly query: string;
}

/**
 * The place at the target that a string of an answer names (RFC 9110 §10.2.2: a URI reference); undefined
 * if it is on another origin or base.
 */
export function placeOnTarget(
  { url, request }: Pick<Exchange, 'url' | 'request'>,
  named: string | undefined,
): TargetPlace | undefined {
  if (named === undefined || !URL.canParse(named, url)) return undefined;
  const to = new URL(named, url);
  const base = new URL(url);
  const prefix = base.pathname.slice(0, base.pathname.length - request.path.length);
  if (to.origin !== base.origin || !to.pathname.startsWith(prefix)) return undefined;
  return { path: to.pathname.slice(prefix.length), query: to.search.slice(1) };
}

/** A GET of a place without further fields. */
export function requestAt({ path, query = '' }: Partial<TargetPlace> & Pick<TargetPlace, 'path'>): HttpRequest {
  return { method: 'GET', path, query, headers: [], body: { kind: 'none' } };
}

/** Path and query of a place. */
export function placeText({ path, query }: TargetPlace): string {
  return query === '' ? path : `${path}?${query}`;
}
