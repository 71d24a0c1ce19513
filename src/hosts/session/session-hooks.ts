import type { ApiHandle } from './api-handle.ts';
import { createSessions, type SessionOptions, type TestSession } from './test-session.ts';

/** The hooks of a runner that has no fixtures. */
export interface RunnerHooks {
  beforeEach(hook: () => Promise<void>): unknown;
  afterEach(hook: (context?: unknown) => Promise<void>): unknown;
  afterAll(hook: () => Promise<void>): unknown;
  /** Shows the exchanges of the test that has just run, where it failed. */
  tell(exchanges: string, context: unknown): void;
}

/** Gives each test of a file a world of its own; what is returned stands for the world of the test that runs. */
export function sessionHooks(hooks: RunnerHooks, options: SessionOptions): ApiHandle {
  const sessions = createSessions();
  let session: TestSession | undefined;
  hooks.beforeEach(async () => {
    session = await sessions.begin('test', options);
  });
  hooks.afterEach(async (context) => {
    const ended = session;
    session = undefined;
    const last = ended?.lastExchanges() ?? '';
    if (last !== '') hooks.tell(last, context);
    await ended?.end();
  });
  hooks.afterAll(() => sessions.close());
  return new Proxy({} as ApiHandle, {
    get(_, name) {
      if (session === undefined)
        throw new Error('The mock is there while a test runs: use it in a test or in a hook of one.');
      return Reflect.get(session.api, name);
    },
  });
}
