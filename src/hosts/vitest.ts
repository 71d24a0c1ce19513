import { test as base, expect, type TestAPI } from 'vitest';
import type { ApiHandle, Expected } from './session/api-handle.ts';
import { apiMatchers } from './session/matchers.ts';
import { createSessions, type SessionOptions, type Sessions } from './session/test-session.ts';

export type { ApiHandle, SessionOptions };

expect.extend(apiMatchers);

interface ApiMatchers {
  /** The code under test sent that operation, with at least this in it. */
  toHaveReceived(operation: string, expected?: Omit<Expected, 'operation'>): void;
  toHaveReceivedNothing(): void;
}

declare module 'vitest' {
  interface Matchers<T> extends ApiMatchers {}
}

/** vitest's `test`, each with an `api` of its own: a world of the mock that `options` describes. */
export function standinTest(options: SessionOptions = {}): TestAPI<{ api: ApiHandle }> {
  let sessions: Sessions | undefined;
  return base.extend<{ api: ApiHandle }>({
    api: async ({ task, onTestFailed }, use) => {
      sessions ??= createSessions(options);
      const session = await sessions.begin(task.name);
      let told = '';
      onTestFailed(({ task: { result } }) => {
        const [error] = result?.errors ?? [];
        if (error !== undefined && told !== '') error.message += `\n\nThe last exchanges with the mock:\n${told}`;
      });
      await use(session.api);
      told = session.lastExchanges();
      await session.end();
    },
  });
}

export { expect };
