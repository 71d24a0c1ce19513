import type { Journal } from '../../library/index.ts';
import { type ApiHandle, exchangeLine } from './api-handle.ts';

/** What a request has to have: a part of its body, query, header fields, or the status that it got. */
export type ExpectedRequest = Omit<
  Parameters<Journal['verify']>[0],
  'world' | 'operation' | 'exactly' | 'atLeast' | 'atMost'
>;

/** How often: exactly so often, or within bounds. Default: at least once. */
export interface CallCount {
  readonly times?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

interface Verdict {
  readonly pass: boolean;
  message(): string;
}

/** Matchers for the `expect` of vitest, Jest and Playwright: what the code under test sent. */
export const apiMatchers: {
  readonly toHaveReceived: (
    api: ApiHandle,
    operation: string,
    expected?: ExpectedRequest,
    often?: CallCount,
  ) => Verdict;
  readonly toHaveReceivedNothingElse: (api: ApiHandle) => Verdict;
  readonly toHaveKeptTheContract: (api: ApiHandle) => Verdict;
} = {
  toHaveReceived(api, operation, expected = {}, { times, ...bounds } = {}) {
    const found = api.verify({ ...expected, operation, ...bounds, ...(times === undefined ? {} : { exactly: times }) });
    api.expected.add(operation);
    return {
      pass: found.satisfied,
      message: () =>
        [
          `${operation} was received ${found.count} times; expected: ${found.expected}.`,
          ...found.nearMisses.map(({ request, differs }) => `  ${request}: ${differs.join('; ')}`),
        ].join('\n'),
    };
  },
  toHaveReceivedNothingElse(api) {
    const more = api.exchanges().filter(({ operation }) => operation === undefined || !api.expected.has(operation));
    return verdict(more.length === 0, '`toHaveReceived` was not asked about these requests:', more);
  },
  toHaveKeptTheContract(api) {
    const wrong = api.exchanges().filter(({ violations }) => violations.length > 0);
    api.allowViolations();
    return verdict(wrong.length === 0, 'These requests break the document:', wrong);
  },
};

function verdict(pass: boolean, why: string, exchanges: ReturnType<ApiHandle['exchanges']>): Verdict {
  return {
    pass,
    message: () => (pass ? 'Every request was as expected.' : [why, ...exchanges.map(exchangeLine)].join('\n')),
  };
}
