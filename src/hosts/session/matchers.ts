import type { ApiHandle, Expected } from './api-handle.ts';

interface Verdict {
  readonly pass: boolean;
  message(): string;
}

/** Matchers for the `expect` of vitest, Jest and Playwright: what the code under test sent. */
export const apiMatchers: {
  readonly toHaveReceived: (api: ApiHandle, operation: string, expected?: Omit<Expected, 'operation'>) => Verdict;
  readonly toHaveReceivedNothing: (api: ApiHandle) => Verdict;
} = {
  toHaveReceived(api, operation, expected = {}) {
    known(api, operation);
    const found = api.verify({ ...expected, operation });
    return {
      pass: found.satisfied,
      message: () =>
        [
          `${operation} was received ${found.count} times; expected ${found.expected}.`,
          ...found.nearMisses.map(({ request, differs }) => `  ${request}: ${differs.join('; ')}`),
        ].join('\n'),
    };
  },
  toHaveReceivedNothing(api) {
    const received = api.exchanges();
    return {
      pass: received.length === 0,
      message: () =>
        `${received.length} requests were received:\n${received.map(({ method, path }) => `  ${method} ${path}`).join('\n')}`,
    };
  },
};

/** A wrong name would be received zero times for ever. */
function known(api: ApiHandle, operation: string): void {
  if (api.mock.api.operation(operation) === undefined)
    throw new Error(
      `The document has no operation ${operation}. It has ${api.mock.api.operations
        .map(({ id }) => id)
        .slice(0, 20)
        .join(', ')}.`,
    );
}
