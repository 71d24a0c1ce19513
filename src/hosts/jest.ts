import type { ApiHandle, ReceivedRequest } from './session/api-handle.ts';
import { apiMatchers, type Expected, type Often } from './session/matchers.ts';
import { type RunnerHooks, sessionHooks } from './session/session-hooks.ts';
import type { SessionOptions } from './session/test-session.ts';

export type { ApiHandle, Expected, Often, ReceivedRequest, SessionOptions };

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the parameters have to be those of `@types/jest`
    interface Matchers<R, T = {}> {
      /** The code under test sent that operation, with at least this in it. */
      toHaveReceived(operation: string, expected?: Expected, often?: Often): R;
      /** It sent no operation that `toHaveReceived` was not asked about before. */
      toHaveReceivedNothingElse(): R;
      /** No request broke the document. A test that asks is not failed by its violations otherwise. */
      toHaveKeptTheContract(): R;
    }
  }
}

/** What Jest puts into every test file. */
type JestGlobals = Omit<RunnerHooks, 'tell'> & { readonly expect: { extend(matchers: object): void } };

/** Gives each test of this file a world of the mock, and `expect(api)` matchers for what it received. */
export function useStandin(options: SessionOptions = {}): ApiHandle {
  const jest = globalThis as unknown as JestGlobals;
  jest.expect.extend(apiMatchers);
  const { beforeEach, afterEach, afterAll } = jest;
  // Jest takes a hook with a parameter for one that calls it when it is done.
  return sessionHooks({ beforeEach, afterEach: (hook) => afterEach(() => hook()), afterAll, tell }, options);
}

/** As much as is used here of what Jest's runner (jest-circus) remembers of a test. */
interface CircusState {
  readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } | null;
}

/** Jest tells no hook whether a test failed. Its runner keeps the errors under a symbol; under another runner nothing is added to them. */
function tell(exchanges: string): void {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state = symbol === undefined ? undefined : (Reflect.get(globalThis, symbol) as CircusState | undefined);
  const [first] = [state?.currentlyRunningTest?.errors[0]].flat();
  if (typeof first !== 'object' || first === null || !('stack' in first) || !('message' in first)) return;
  const [message, stack] = [String(first.message), String(first.stack)];
  const told = `${message}\n\n${exchanges}`;
  Object.assign(first, { message: told, stack: stack.replace(message, () => told) });
}
