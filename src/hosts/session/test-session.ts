import { createMock, type MockChoices, StandinError, type StandinMock } from '../../library/index.ts';
import { type ApiHandle, createApiHandle } from './api-handle.ts';
import { isBelow, mockAddress, readdressed } from './mock-address.ts';

/** What a test runner is told of the mock of its tests: everything that `createMock` takes, and this. */
export interface SessionOptions extends MockChoices {
  /** Base URL that the code under test calls by `fetch`: its requests are answered by the mock. */
  readonly url?: string;
  /** Whether a request of the code under test that breaks the document fails the test. Default `fail`. */
  readonly violations?: 'fail' | 'ignore';
}

/** One test with a world of its own. */
export interface TestSession {
  readonly api: ApiHandle;
  /** What the runner shows of a failed test: its last exchanges. */
  lastExchanges(): string;
  /** Drops the world. Throws where the code under test broke the document. */
  end(): Promise<void>;
}

export interface Sessions {
  begin(test: string): Promise<TestSession>;
  close(): Promise<void>;
}

const MOST_SHOWN = 10;

export function createSessions(options: SessionOptions): Sessions {
  const { url, violations = 'fail', ...choices } = options;
  let mock: Promise<StandinMock> | undefined;
  let count = 0;
  return {
    async begin(test) {
      mock ??= createMock(choices);
      const made = await mock;
      count += 1;
      const { api, close, toleratesViolations } = createApiHandle(made, worldName(test, count));
      const giveBack = url === undefined ? () => undefined : intercept(api, url);
      return {
        api,
        lastExchanges: () => api.exchanges().slice(-MOST_SHOWN).map(line).join('\n'),
        async end() {
          giveBack();
          const wrong = api.exchanges().filter((each) => each.violations.length > 0);
          await close();
          if (violations === 'fail' && !toleratesViolations() && wrong.length > 0)
            throw new Error(
              `The code under test sent ${wrong.length === 1 ? 'a request that breaks' : `${wrong.length} requests that break`} the document:\n${wrong.map(line).join('\n')}\nCall api.allowViolations() in a test that does so on purpose.`,
            );
        },
      };
    },
    async close() {
      await (await mock)?.close();
    },
  };
}

function line({ method, path, status, violations }: ReturnType<ApiHandle['exchanges']>[number]): string {
  return [`  ${method} ${path} → ${status}`, ...violations.map((each) => `      ${each}`)].join('\n');
}

/** A world is named by a header field. */
function worldName(test: string, count: number): string {
  const plain = test.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
  return `${plain}-${count}`.replace(/^-/, '');
}

let intercepting = false;

/** Answers `fetch` below a base URL by the world of one test. */
function intercept(api: ApiHandle, base: string): () => void {
  if (intercepting)
    throw new StandinError('usage', `Two tests that run at the same time both answer ${base}.`, {
      hint: 'Give their code `await api.url()` as its base URL: each test has a server of its own.',
    });
  intercepting = true;
  const platform = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!isBelow(request.url, base)) return platform(request);
    return api.fetch(readdressed(request, mockAddress(api.mock, request.url, base)));
  };
  return () => {
    globalThis.fetch = platform;
    intercepting = false;
  };
}
