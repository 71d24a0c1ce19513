import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import petstore from '../../mocks/petstore/index.ts';
import { createMock, type MockChoices } from '../../src/library/index.ts';

const PETSTORE: MockChoices = {
  document: resolve(import.meta.dirname, '../../spec/petstore.openapi.yaml'),
  mocks: petstore,
  now: '2026-12-01T00:00:00Z',
};

interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

const id = fc.integer({ min: 0, max: 45 });
const pet = fc.record(
  {
    name: fc.constantFrom('Rex', ''),
    categoryId: fc.integer({ min: 1, max: 9 }),
    status: fc.constantFrom('sold', 'lost'),
  },
  { requiredKeys: [] },
);
const ask: fc.Arbitrary<Ask> = fc.oneof(
  fc.record({ method: fc.constant('GET'), path: id.map((each) => `/pets/${each}`), body: fc.constant(undefined) }),
  fc.record({
    method: fc.constant('GET'),
    path: fc.constantFrom('/pets?limit=20', '/pets?status=sold', '/pets?limit=none', '/store/inventory', '/nowhere'),
    body: fc.constant(undefined),
  }),
  fc.record({ method: fc.constant('DELETE'), path: id.map((each) => `/pets/${each}`), body: fc.constant(undefined) }),
  fc.record({
    method: fc.constant('PUT'),
    path: id.map((each) => `/pets/${each}`),
    body: pet.map((each) => JSON.stringify(each)),
  }),
  fc.record({ method: fc.constant('POST'), path: fc.constant('/pets'), body: pet.map((each) => JSON.stringify(each)) }),
);

/** Everything that can be seen of a mock that was asked so: answers, what is remembered, what is journalled. */
async function seen(choices: MockChoices, asks: readonly Ask[], overSocket: boolean): Promise<unknown> {
  const mock = await createMock(choices);
  try {
    const url = overSocket ? (await mock.listen()).url : 'http://127.0.0.1';
    const answers = [];
    for (const { method, path, body } of asks) {
      const init: RequestInit =
        body === undefined ? { method } : { method, body, headers: { 'content-type': 'application/json' } };
      const response = overSocket ? await fetch(url + path, init) : await mock.fetch(new Request(url + path, init));
      const fields = [...response.headers].filter(([name]) => !CARRIED.has(name));
      answers.push({ status: response.status, fields, text: await response.text() });
    }
    const journal = mock.journal.entries().map((entry) => {
      const { method, path, status, origin, operation, violations } = entry as Readonly<Record<string, unknown>>;
      return { method, path, status, origin, operation, violations };
    });
    return { answers, journal, state: await mock.world('default').snapshot() };
  } finally {
    await mock.close();
  }
}

/** What a socket adds. */
const CARRIED = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

describe('what is quick', () => {
  test('shows nothing else than what Prism judges message by message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { maxLength: 12 }), async (asks) => {
        expect(await seen(PETSTORE, asks, false)).toEqual(await seen({ ...PETSTORE, fast: false }, asks, false));
      }),
      { numRuns: 6, seed: 1 },
    );
  }, 60_000);

  test('shows the same over a socket, where bodies are buffered, as in process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { maxLength: 12 }), async (asks) => {
        expect(await seen(PETSTORE, asks, true)).toEqual(await seen(PETSTORE, asks, false));
      }),
      { numRuns: 4, seed: 1 },
    );
  }, 60_000);
});
