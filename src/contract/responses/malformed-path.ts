import type { Exchange } from '../model/exchange.ts';

/**
 * Whether a path that cannot be decoded was refused: a percent sign in it begins no octet (RFC 3986 §2.1). What reads HTTP
 * may answer such a request before the application sees it, in a form of its own.
 */
export function refusesMalformedPath({ request, response }: Pick<Exchange, 'request' | 'response'>): boolean {
  return response.status >= 400 && response.status < 500 && /%(?![0-9a-f]{2})/i.test(request.path);
}
