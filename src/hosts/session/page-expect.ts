import { expect as baseExpect, type Expect, type MatcherReturnType } from '@playwright/test';
import type { ApiHandle } from './api-handle.ts';
import { apiMatchers, type CallCount, type ExpectedRequest } from './matchers.ts';

/** As Playwright's types want matchers: the received value is the first parameter. */
interface WaitingMatchers {
  /** Waits until the page has sent that operation, with at least this in it. */
  toHaveReceived(
    api: ApiHandle,
    operation: string,
    expected?: ExpectedRequest,
    often?: CallCount,
  ): Promise<MatcherReturnType>;
  /** The page sent no operation that `toHaveReceived` was not asked about before. */
  toHaveReceivedNothingElse(api: ApiHandle): MatcherReturnType;
  /** No request broke the document. A test that asks is not failed by its violations otherwise. */
  toHaveKeptTheContract(api: ApiHandle): MatcherReturnType;
}

/** How long a matcher waits for what the page is about to send, unless `expect.configure({ timeout })` says otherwise, and how often it looks. In milliseconds. */
const PATIENCE = 5_000;
const PAUSE = 50;

/** Playwright's `expect`, with matchers for what the world of a test received. */
export const expect: Expect<WaitingMatchers> = baseExpect.extend({
  ...apiMatchers,
  async toHaveReceived(api: ApiHandle, operation: string, expected?: ExpectedRequest, often?: CallCount) {
    let verdict = apiMatchers.toHaveReceived(api, operation, expected, often);
    for (let waited = 0; verdict.pass === this.isNot && waited < (this.timeout ?? PATIENCE); waited += PAUSE) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      verdict = apiMatchers.toHaveReceived(api, operation, expected, often);
    }
    return verdict;
  },
}) as Expect<WaitingMatchers>;
