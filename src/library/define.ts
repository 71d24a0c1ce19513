import type { Mocks } from '../mock/index.ts';

/** Types and returns what a mocked API knows of its own domain. */
export function defineMocks(mocks: Mocks): Mocks {
  return mocks;
}
