import type { RequestLike, StandinMock } from '../../library/index.ts';

/** Where a request stands in the mock: the same path where the document's servers have it, else what is behind the base URL that the code under test calls. */
export function mockAddress(mock: StandinMock, requested: string, base: string): string {
  const { pathname, search } = new URL(requested);
  const isServed = mock.api.basePaths.some((path) => path !== '' && `${pathname}/`.startsWith(`${path}/`));
  const before = isServed ? '' : new URL(base).pathname.replace(/\/+$/, '');
  return `http://localhost${pathname.slice(before.length) || '/'}${search}`;
}

/** Whether a URL is at or below a base URL: `https://api.example.com/v1` holds `/v1/pets` and not `/v10`. */
export function isBelow(requested: string, base: string): boolean {
  if (!URL.canParse(requested)) return false;
  const [{ origin, pathname }, root] = [new URL(requested), new URL(base)];
  return origin === root.origin && `${pathname}/`.startsWith(`${root.pathname.replace(/\/+$/, '')}/`);
}

/** The request as the mock gets it: its members, since another implementation's request (jsdom's) cannot be copied as a whole. */
export function atMockAddress({ method, headers, body, signal }: Request, address: string): RequestLike {
  return { url: address, method, headers, body, signal };
}
