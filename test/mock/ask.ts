import { afterAll } from 'vitest';
import { createMock, type MockChoices, type StandinMock } from '../../src/library/index.ts';

/** Asks one mock: a body is sent as JSON, with further header fields. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  fields?: Readonly<Record<string, string>>,
) => Promise<Told>;

interface Told {
  readonly status: number;
  readonly location: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: it is what the document of a test says, and each expectation reads it as such.
  readonly body: any;
}

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.splice(0).map((mock) => mock.close())));

/** Somebody who asks a mock of this document, which is closed after the tests of the file. */
export async function asking(document: object, options: Omit<MockChoices, 'document'> = {}): Promise<Ask> {
  const mock = await createMock({ document, ...options });
  open.push(mock);
  return async (method, path, body, fields = {}) => {
    const sent =
      body === undefined
        ? { headers: fields }
        : { headers: { 'content-type': 'application/json', ...fields }, body: JSON.stringify(body) };
    const response = await mock.fetch(new Request(`http://localhost${path}`, { method, ...sent }));
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get('location') ?? undefined,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}
