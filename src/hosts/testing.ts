import { after, afterEach, beforeEach } from 'node:test';
import type { ApiHandle } from './session/api-handle.ts';
import { sessionHooks } from './session/session-hooks.ts';
import type { SessionOptions } from './session/test-session.ts';

export type { ApiHandle, SessionOptions };

/** Gives each test of this file or `describe` a world of the mock, for the runner of Node (`node --test`). */
export function useStandin(options: SessionOptions = {}): ApiHandle {
  return sessionHooks({ beforeEach, afterEach, afterAll: after }, options);
}
