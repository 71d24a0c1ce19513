import type { HttpRequest } from '../../core/index.ts';
import { urlOf } from '../transport/body-bytes.ts';
import type { Outcome } from '../transport/target.ts';

/** The request, its URL and its outcome as they went over the connection: of a stand-in, its call. */
export function wireExchange(
  request: HttpRequest,
  url: string,
  outcome: Outcome,
): { readonly request: HttpRequest; readonly url: string; readonly outcome: Outcome } {
  const { onWire } = outcome;
  if (onWire === undefined) return { request, url, outcome };
  const base = onWire.base ?? url.slice(0, url.length - urlOf('', request).length);
  return { request: onWire.request, url: urlOf(base, onWire.request), outcome: onWire.answer ?? outcome };
}
