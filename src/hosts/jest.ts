import type { ApiHandle, Expected } from './session/api-handle.ts';
import { apiMatchers } from './session/matchers.ts';
import { type RunnerHooks, sessionHooks } from './session/session-hooks.ts';
import type { SessionOptions } from './session/test-session.ts';

export type { ApiHandle, Expected, SessionOptions };

/** What Jest puts into every test file. */
type JestGlobals = RunnerHooks & { readonly expect: { extend(matchers: object): void } };

/** Gives each test of this file a world of the mock, and `expect(api)` the matchers `toHaveReceived` and `toHaveReceivedNothing`. */
export function useStandin(options: SessionOptions = {}): ApiHandle {
  const jest = globalThis as unknown as JestGlobals;
  jest.expect.extend(apiMatchers);
  return sessionHooks(jest, options);
}
