import { StandinError } from '../../library/index.ts';
import type { ApiHandle } from './api-handle.ts';
import { atMockAddress, isBelow, mockAddress } from './mock-address.ts';

/**
 * Answers this process's `fetch` below a base URL with one world at a time. The returned function restores
 * the platform's `fetch`.
 */
export function createInterception(): (api: ApiHandle, base: string) => () => void {
  const answering = new Map<string, ApiHandle>();
  return (api, base) => {
    if (answering.has(base))
      throw new StandinError('usage', `Two tests that run at the same time both answer ${base}.`, {
        hint: 'Give the code under test `await api.url()` as its base URL, or `api.fetch` as its `fetch`: each test has its own.',
      });
    answering.set(base, api);
    const platform = globalThis.fetch;
    const intercepting: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!isBelow(request.url, base)) return platform(request);
      return api.fetch(atMockAddress(request, mockAddress(api.mock, request.url, base)));
    };
    globalThis.fetch = intercepting;
    return () => {
      answering.delete(base);
      if (globalThis.fetch === intercepting) globalThis.fetch = platform;
    };
  };
}
