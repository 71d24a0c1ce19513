import {
  test as base,
  expect as baseExpect,
  type Expect,
  type MatcherReturnType,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import { StandinError } from '../library/index.ts';
import type { ApiHandle, ReceivedRequest } from './session/api-handle.ts';
import { apiMatchers, type Expected, type Often } from './session/matchers.ts';
import { isBelow } from './session/mock-address.ts';
import { answered } from './session/route-answer.ts';
import { createSessions, type SessionOptions, type Sessions } from './session/test-session.ts';

export type { ApiHandle, Expected, Often, ReceivedRequest, SessionOptions };

interface Fixtures {
  /** What the mock of these tests is made of, with the base URL that the page calls as `url`. */
  standin: SessionOptions;
  /** The world of this test alone. */
  api: ApiHandle;
}

interface WorkerFixtures {
  standinMocks: Sessions;
}

/** Playwright's `test`, each with an `api` of its own that answers what its page asks below `url`. Service workers are blocked unless asked for. */
const pageTest: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
> = base.extend<Fixtures, WorkerFixtures>({
  standin: [{}, { option: true }],
  // A mock in a service worker of the app would answer first.
  serviceWorkers: 'block',
  standinMocks: [
    // Playwright reads the names of the fixtures that are needed out of this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const sessions = createSessions();
      await use(sessions);
      await sessions.close();
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ context, standin, standinMocks }, use, info) => {
      const { url } = standin;
      if (url === undefined)
        throw new StandinError('usage', 'The tests do not say which URL the page calls.', {
          hint: "Write test.use({ standin: { document: 'openapi.yaml', url: 'https://api.example.com' } }).",
        });
      const session = await standinMocks.begin(info.title, standin, 'page');
      await context.route(
        (asked) => isBelow(asked.href, url),
        (route) => answered(route, session.api, url),
      );
      await use(session.api);
      const last = session.lastExchanges();
      if (info.status !== info.expectedStatus && last !== '')
        await info.attach('standin exchanges', { body: last, contentType: 'text/plain' });
      await session.end();
    },
    { auto: true },
  ],
});

/** As Playwright's types want matchers: the received value is the first parameter. */
interface WaitingMatchers {
  /** Waits until the page has sent that operation, with at least this in it. */
  toHaveReceived(api: ApiHandle, operation: string, expected?: Expected, often?: Often): Promise<MatcherReturnType>;
  /** The page sent no operation that `toHaveReceived` was not asked about before. */
  toHaveReceivedNothingElse(api: ApiHandle): MatcherReturnType;
  /** No request broke the document. A test that asks is not failed by its violations otherwise. */
  toHaveKeptTheContract(api: ApiHandle): MatcherReturnType;
}

/** How long a matcher waits for what the page is about to send, unless `expect.configure({ timeout })` says otherwise, and how often it looks. In milliseconds. */
const PATIENCE = 5_000;
const PAUSE = 50;

/** Playwright's `expect`, with matchers for what the world of a test received. */
export const expect: Expect<WaitingMatchers> = baseExpect.extend({
  ...apiMatchers,
  async toHaveReceived(api: ApiHandle, operation: string, expected?: Expected, often?: Often) {
    let verdict = apiMatchers.toHaveReceived(api, operation, expected, often);
    for (let waited = 0; verdict.pass === this.isNot && waited < (this.timeout ?? PATIENCE); waited += PAUSE) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      verdict = apiMatchers.toHaveReceived(api, operation, expected, often);
    }
    return verdict;
  },
}) as Expect<WaitingMatchers>;

export { pageTest as test };
