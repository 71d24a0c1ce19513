import { test as base, expect, type TestAPI } from 'vitest';
import type { ApiHandle, ReceivedRequest } from './session/api-handle.ts';
import { apiMatchers, type CallCount, type ExpectedRequest } from './session/matchers.ts';
import { createSessions, type SessionOptions, type Sessions } from './session/test-session.ts';

export type { ApiHandle, CallCount, ExpectedRequest, ReceivedRequest, SessionOptions };

expect.extend(apiMatchers);

interface ApiMatchers {
  /** The code under test sent that operation, with at least this in it. */
  toHaveReceived(operation: string, expected?: ExpectedRequest, often?: CallCount): void;
  /** It sent no operation that `toHaveReceived` was not asked about before. */
  toHaveReceivedNothingElse(): void;
  /** No request broke the document. A test that asks is not failed by its violations otherwise. */
  toHaveKeptTheContract(): void;
}

declare module 'vitest' {
  interface Matchers<T> extends ApiMatchers {}
}

interface Fixtures {
  /** What the mock of these tests is made of: `test.override({ standin: { document: 'openapi.yaml' } })`. */
  readonly standin: SessionOptions;
  /** The world of this test alone. */
  readonly api: ApiHandle;
  readonly standinMocks: Sessions;
}

/** vitest's `test`, each with an `api` of its own. */
const apiTest: TestAPI<Fixtures> = base.extend<Fixtures>({
  standin: {},
  standinMocks: [
    // vitest reads the names of the fixtures that are needed out of this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const sessions = createSessions();
      await use(sessions);
      await sessions.close();
    },
    { scope: 'file' },
  ],
  api: [
    async ({ standin, standinMocks, task, onTestFailed }, use) => {
      const session = await standinMocks.begin(task.name, standin);
      let exchanges = '';
      onTestFailed(({ task: { result } }) => {
        const [error] = result?.errors ?? [];
        if (error !== undefined && exchanges !== '') error.message += `\n\n${exchanges}`;
      });
      await use(session.api);
      exchanges = session.lastExchanges();
      await session.end();
    },
    { auto: true },
  ],
});

export { apiTest as test, expect };
