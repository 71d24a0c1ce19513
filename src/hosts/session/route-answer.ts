import type { Route } from '@playwright/test';
import { type ApiHandle, exchangeLine, type ReceivedRequest } from './api-handle.ts';
import { mockAddress } from './mock-address.ts';

/** Answers a request that a page sent below a base URL by the world of its test. */
export async function answerRoute(route: Route, api: ApiHandle, base: string): Promise<void> {
  const request = route.request();
  const body = request.postDataBuffer();
  const fields = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'));
  const mockRequest = new Request(mockAddress(api.mock, request.url(), base), {
    method: request.method(),
    headers: fields,
    ...(body === null ? {} : { body: new Uint8Array(body) }),
  });
  try {
    const { status, headers, arrayBuffer } = await wholeAnswer(await api.fetch(mockRequest));
    await route.fulfill({ status, headers, body: Buffer.from(arrayBuffer) });
    if (headers['standin-violations'] !== undefined) await warnOfViolations(route, api);
  } catch {
    // A fault of the mock is a connection that breaks. A page that has been closed meanwhile hears of nothing.
    await route.abort('connectionreset').catch(() => undefined);
  }
}

/** Prints to the console of the page what is wrong with the last such request. Does nothing if the page was closed. */
async function warnOfViolations(route: Route, api: ApiHandle): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  const isIt = ({ method, path, violations }: ReceivedRequest): boolean =>
    violations.length > 0 && method === request.method() && pathname.endsWith(path);
  const wrong = api.exchanges().findLast(isIt);
  if (wrong === undefined) return;
  const text = `This request breaks the document:\n${exchangeLine(wrong)}`;
  await request
    .frame()
    .evaluate((warning) => {
      // The console of the page.
      const { warn } = console;
      warn(warning);
    }, text)
    .catch(() => undefined);
}

async function wholeAnswer(
  answer: Response,
): Promise<{ status: number; headers: Record<string, string>; arrayBuffer: ArrayBuffer }> {
  const cookies = answer.headers.getSetCookie();
  return {
    status: answer.status,
    // Playwright takes several cookies as lines of one field.
    headers: {
      ...Object.fromEntries(answer.headers),
      ...(cookies.length > 1 ? { 'set-cookie': cookies.join('\n') } : {}),
    },
    arrayBuffer: await answer.arrayBuffer(),
  };
}
