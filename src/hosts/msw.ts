import { HttpResponse, http, passthrough, type RequestHandler } from 'msw';
import type { StandinMock, WorldHandle } from '../library/index.ts';
import { atMockAddress, isBelow, mockAddress } from './session/mock-address.ts';

export interface HandlerOptions {
  /** Base URL that the code under test calls, such as `https://api.example.com/v1`. */
  readonly url: string;
  /**
   * What to do with a path that the document does not have: `next` (the following handlers; default),
   * `refuse` (404) or `passthrough` (the network).
   */
  readonly undocumented?: 'next' | 'refuse' | 'passthrough';
  /** The world that answers; a function is called for each request. Default: the mock's default world. */
  readonly world?: WorldHandle | (() => WorldHandle);
}

/** One MSW handler for the whole API. Your own handlers in front of it take precedence. */
export function standinHandlers(
  mock: StandinMock,
  { url, undocumented = 'next', world }: HandlerOptions,
): readonly RequestHandler[] {
  const { origin } = new URL(url);
  const within = new RegExp(`^${origin.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[/?#]|$)`);
  const handler = http.all(within, async ({ request }) => {
    if (!isBelow(request.url, url)) return undefined;
    const address = mockAddress(mock, request.url, url);
    const isKnown = mock.api.match({ method: request.method, path: new URL(address).pathname }).kind !== 'unknown-path';
    if (!isKnown && undocumented !== 'refuse') return undocumented === 'next' ? undefined : passthrough();
    const target = typeof world === 'function' ? world() : (world ?? mock);
    try {
      return await target.fetch(atMockAddress(request, address));
    } catch {
      // A simulated fault of the mock (`Prefer: fault=reset`) becomes a network error.
      return HttpResponse.error();
    }
  });
  return [handler];
}
