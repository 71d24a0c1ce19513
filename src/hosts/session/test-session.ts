import { createMock, type MockChoices, type StandinMock } from '../../library/index.ts';
import { type ApiHandle, createApiHandle, exchangeLine } from './api-handle.ts';
import { createInterception } from './fetch-interception.ts';

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
  /** What the runner shows of a failed test: its last exchanges. Empty where there were none. */
  lastExchanges(): string;
  /** Drops the world. Throws where the code under test broke the document. */
  end(): Promise<void>;
}

/** The mocks of a test process: one for each object of options, made when its first test begins. */
export interface Sessions {
  /** Where the requests come otherwise than by `fetch` of this process, it is left alone. */
  begin(test: string, options: SessionOptions, from?: 'fetch' | 'page'): Promise<TestSession>;
  close(): Promise<void>;
}

const MOST_SHOWN = 10;

export function createSessions(): Sessions {
  const mocks = new Map<SessionOptions, Promise<StandinMock>>();
  const intercept = createInterception();
  let count = 0;
  const mockOf = (options: SessionOptions): Promise<StandinMock> => {
    const { url: _, violations: __, ...choices } = options;
    const made = mocks.get(options) ?? createMock(choices);
    mocks.set(options, made);
    return made;
  };
  return {
    async begin(test, options, from = 'fetch') {
      const mock = await mockOf(options);
      count += 1;
      const { api, close, toleratesViolations } = createApiHandle(mock, worldName(test, count), options.controlPrefix);
      const giveBack = options.url === undefined || from === 'page' ? () => undefined : intercept(api, options.url);
      return {
        api,
        lastExchanges() {
          const last = api.exchanges().slice(-MOST_SHOWN).map(exchangeLine);
          return last.length === 0 ? '' : `The last exchanges with the mock:\n${last.join('\n')}`;
        },
        async end() {
          giveBack();
          const wrong = api.exchanges().filter((each) => each.violations.length > 0);
          await close();
          if (options.violations === 'ignore' || toleratesViolations() || wrong.length === 0) return;
          const sent = wrong.length === 1 ? 'a request that breaks' : `${wrong.length} requests that break`;
          throw new Error(
            `The code under test sent ${sent} the document:\n${wrong.map(exchangeLine).join('\n')}\nCall api.allowViolations() in a test that does so on purpose.`,
          );
        },
      };
    },
    async close() {
      await Promise.all([...mocks.values()].map(async (mock) => (await mock).close()));
    },
  };
}

/** A world is named by a header field. */
function worldName(test: string, count: number): string {
  const plain = test.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
  return `${plain}-${count}`.replace(/^-/, '');
}
