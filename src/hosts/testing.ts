import { AssertionError } from 'node:assert';
import { after, afterEach, beforeEach } from 'node:test';
import type { ApiHandle, ReceivedRequest } from './session/api-handle.ts';
import { apiMatchers, type CallCount, type ExpectedRequest } from './session/matchers.ts';
import { sessionHooks } from './session/session-hooks.ts';
import type { SessionOptions } from './session/test-session.ts';

export type { ApiHandle, CallCount, ExpectedRequest, ReceivedRequest, SessionOptions };

/** Gives each test of this file or `describe` a world of the mock, for the runner of Node (`node --test`). */
export function useStandin(options: SessionOptions = {}): ApiHandle {
  return sessionHooks({ beforeEach, afterEach, afterAll: after, tell }, options);
}

/** The code under test sent that operation, with at least this in it. Throws an `AssertionError`. */
export function assertReceived(api: ApiHandle, operation: string, expected?: ExpectedRequest, often?: CallCount): void {
  assertPassed(apiMatchers.toHaveReceived(api, operation, expected, often));
}

/** It sent no operation that `assertReceived` was not asked about before. Throws an `AssertionError`. */
export function assertReceivedNothingElse(api: ApiHandle): void {
  assertPassed(apiMatchers.toHaveReceivedNothingElse(api));
}

/** No request broke the document. Throws an `AssertionError`. */
export function assertKeptTheContract(api: ApiHandle): void {
  assertPassed(apiMatchers.toHaveKeptTheContract(api));
}

function assertPassed(verdict: ReturnType<typeof apiMatchers.toHaveReceivedNothingElse>): void {
  if (!verdict.pass) throw new AssertionError({ message: verdict.message(), stackStartFn: assertPassed });
}

/** As much as is used here of what Node's runner gives to a hook. */
interface HookContext {
  readonly passed?: boolean;
  diagnostic?(text: string): void;
}

function tell(exchanges: string, context: unknown): void {
  const { passed, diagnostic } = context as HookContext;
  if (passed === false) for (const line of exchanges.split('\n')) diagnostic?.call(context, line);
}
