import type { HttpRequest } from '../../core/index.ts';
import type { Exchange } from '../model/exchange.ts';

/** A place on the target: what follows its base. */
export interface TargetPlace {
  readonly path: string;
  /** Without `?`; empty where there is none. */
  readonly query: string;
}

/** The place on the target that a text of an answer names (RFC 9110 §10.2.2: a URI reference); undefined where it leads elsewhere. */
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

/** A GET of a place that says nothing more. */
export function requestAt({ path, query = '' }: Partial<TargetPlace> & Pick<TargetPlace, 'path'>): HttpRequest {
  return { method: 'GET', path, query, headers: [], body: { kind: 'none' } };
}

/** A place as people write it. */
export function placeText({ path, query }: TargetPlace): string {
  return query === '' ? path : `${path}?${query}`;
}
