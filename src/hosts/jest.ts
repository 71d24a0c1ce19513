import type { ApiHandle, ReceivedRequest } from './session/api-handle.ts';
import { apiMatchers, type CallCount, type ExpectedRequest } from './session/matchers.ts';
import { type RunnerHooks, sessionHooks } from './session/session-hooks.ts';
import type { SessionOptions } from './session/test-session.ts';

export type { ApiHandle, CallCount, ExpectedRequest, ReceivedRequest, SessionOptions };

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the parameters have to be those of `@types/jest`
    interface Matchers<R, T = {}> {
      /** Passes if the code under test called that operation with a request that contains at least this. */
      toHaveReceived(operation: string, expected?: ExpectedRequest, often?: CallCount): R;
      /** Passes if it called no operation besides those that `toHaveReceived` was asked about. */
      toHaveReceivedNothingElse(): R;
      /**
       * Passes if every request was valid. A test that uses this matcher is not failed by violations in any
       * other way.
       */
      toHaveKeptTheContract(): R;
    }
  }
}

/** The globals of Jest in a test file. */
type JestGlobals = Omit<RunnerHooks, 'tell'> & { readonly expect: { extend(matchers: object): void } };

/** Gives each test of this file a world of the mock, and `expect(api)` matchers for what it received. */
export function useStandin(options: SessionOptions = {}): ApiHandle {
  const jest = globalThis as unknown as JestGlobals;
  jest.expect.extend(apiMatchers);
  const { beforeEach, afterEach, afterAll } = jest;
  // Jest treats a hook with a parameter as one that calls it when done.
  return sessionHooks({ beforeEach, afterEach: (hook) => afterEach(() => hook()), afterAll, tell }, options);
}

/** The part of the state of Jest's runner (jest-circus) that is used here. */
interface CircusState {
  readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } | null;
}

/**
 * Jest does not tell hooks whether a test failed. Its runner keeps the errors under a symbol; with another
 * runner nothing is added to them.
 */
function tell(exchanges: string): void {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state = symbol === undefined ? undefined : (Reflect.get(globalThis, symbol) as CircusState | undefined);
  const [first] = [state?.currentlyRunningTest?.errors[0]].flat();
  if (typeof first !== 'object' || first === null || !('stack' in first) || !('message' in first)) return;
  const [message, stack] = [String(first.message), String(first.stack)];
  const shownMessage = `${message}\n\n${exchanges}`;
  Object.assign(first, { message: shownMessage, stack: stack.replace(message, () => shownMessage) });
}
