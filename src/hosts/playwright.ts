import { writeFile } from 'node:fs/promises';
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import { StandinError } from '../library/index.ts';
import type { ApiHandle, ReceivedRequest } from './session/api-handle.ts';
import type { CallCount, ExpectedRequest } from './session/matchers.ts';
import { isBelow } from './session/mock-address.ts';
import { expect } from './session/page-expect.ts';
import { answerRoute } from './session/route-answer.ts';
import { createSessions, type SessionOptions, type Sessions } from './session/test-session.ts';

export type { ApiHandle, CallCount, ExpectedRequest, ReceivedRequest, SessionOptions };

interface Fixtures {
  /** Options of the mock for these tests; `url` is the base URL that the page calls. */
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
  // A mock in the app's service worker would answer first.
  serviceWorkers: 'block',
  standinMocks: [
    // Playwright reads the names of the required fixtures from this pattern.
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
        (address) => isBelow(address.href, url),
        (route) => answerRoute(route, session.api, url),
      );
      await use(session.api);
      const last = session.lastExchanges();
      if (info.status !== info.expectedStatus && last !== '') {
        await info.attach('standin exchanges', { body: last, contentType: 'text/plain' });
        const path = info.outputPath('standin.har');
        await writeFile(path, await session.api.har());
        await info.attach('standin.har', { path, contentType: 'application/json' });
      }
      await session.end();
    },
    { auto: true },
  ],
});

export { expect, pageTest as test };
