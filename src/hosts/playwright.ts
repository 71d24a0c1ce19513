import { test as base, expect as baseExpect, type Expect, type Route, type TestType } from '@playwright/test';
import type { ApiHandle, Expected } from './session/api-handle.ts';
import { apiMatchers } from './session/matchers.ts';
import { isBelow, mockAddress } from './session/mock-address.ts';
import { createSessions, type SessionOptions, type Sessions } from './session/test-session.ts';

export type { ApiHandle, SessionOptions };

/** `url` is the base URL that the page calls. */
export type PageOptions = SessionOptions & { readonly url: string };

/** One mock a worker for each set of options. */
const known = new Map<string, Sessions>();

/** How long a matcher waits for what the page is about to send, in milliseconds. */
const PATIENCE = 5_000;
const PAUSE = 50;

/** Playwright's `test`, each with an `api` of its own that answers what its page asks below `url`. */
export function standinTest({ url, ...options }: PageOptions): TestType<{ api: ApiHandle }, object> & typeof base {
  return base.extend<{ api: ApiHandle }>({
    api: [
      async ({ context }, use, info) => {
        const key = JSON.stringify(options);
        const sessions = known.get(key) ?? createSessions(options);
        known.set(key, sessions);
        const session = await sessions.begin(info.title);
        await context.route(
          (asked) => isBelow(asked.href, url),
          (route) => answered(route, session.api, url),
        );
        await use(session.api);
        if (info.status !== info.expectedStatus)
          await info.attach('standin exchanges', { body: session.lastExchanges(), contentType: 'text/plain' });
        await session.end();
      },
      { auto: true },
    ],
  });
}

async function answered(route: Route, api: ApiHandle, base: string): Promise<void> {
  const request = route.request();
  const body = request.postDataBuffer();
  const headers = await request.allHeaders();
  const asked = new Request(mockAddress(api.mock, request.url(), base), {
    method: request.method(),
    headers: Object.entries(headers).filter(([name]) => !name.startsWith(':')),
    ...(body === null ? {} : { body: new Uint8Array(body) }),
  });
  try {
    const answer = await api.fetch(asked);
    const bytes = Buffer.from(await answer.arrayBuffer());
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body: bytes });
  } catch {
    // A fault of the mock is a connection that breaks.
    await route.abort('connectionreset');
  }
}

interface WaitingMatchers {
  /** Waits until the page has sent that operation, with at least this in it. */
  toHaveReceived(operation: string, expected?: Omit<Expected, 'operation'>): Promise<void>;
}

/** Playwright's `expect`, with a matcher that waits for a request. */
export const expect: Expect<WaitingMatchers> = baseExpect.extend({
  async toHaveReceived(api: ApiHandle, operation: string, wanted?: Omit<Expected, 'operation'>) {
    let verdict = apiMatchers.toHaveReceived(api, operation, wanted);
    for (let waited = 0; verdict.pass === this.isNot && waited < PATIENCE; waited += PAUSE) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      verdict = apiMatchers.toHaveReceived(api, operation, wanted);
    }
    return verdict;
  },
}) as Expect<WaitingMatchers>;
