import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { PETSTORE } from '../../system/harness.ts';

const PET = (name: string): string => JSON.stringify({ name, categoryId: 1, status: 'available' });
const JSON_TYPE = { 'content-type': 'application/json' };
const READS = ['/pets/7', '/pets/8', '/pets?limit=3', '/pets?limit=3&offset=3', '/pets?status=sold', '/categories/1'];
const LINES: readonly Readonly<Record<string, string>>[] = [
  {},
  { accept: 'text/csv' },
  { 'standin-world': 'other' },
  { 'if-none-match': '*' },
  { prefer: 'code=404' },
  { prefer: 'dynamic=true' },
];

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
}
const read: fc.Arbitrary<Asked> = fc
  .tuple(fc.constantFrom(...READS), fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), fc.constantFrom({}, ...LINES))
  .map(([path, method, headers]) => ({ path, init: { method, headers } }));
const write: fc.Arbitrary<Asked> = fc.oneof(
  fc.constantFrom('Rex', 'Ada', '').map((name) => ({
    path: '/pets/7',
    init: { method: 'PUT', headers: JSON_TYPE, body: PET(name) },
  })),
  fc.constantFrom<Asked>(
    { path: '/pets', init: { method: 'POST', headers: JSON_TYPE, body: PET('Bo') } },
    { path: '/pets/8', init: { method: 'DELETE' } },
    { path: '/pets/7', init: { method: 'PUT', headers: { ...JSON_TYPE, 'standin-world': 'other' }, body: PET('Cy') } },
    { path: '/_standin/reset', init: { method: 'POST' } },
  ),
);
const some: fc.Arbitrary<Asked> = fc.oneof({ weight: 5, arbitrary: read }, { weight: 1, arbitrary: write });

async function asked(url: string, { path, init }: Asked): Promise<unknown> {
  const response = await fetch(`${url}${path}`, init);
  const fields = [...response.headers].filter(([name]) => name !== 'date');
  return { status: response.status, fields, content: (await response.text()).replaceAll(url, '') };
}

test('a mock that keeps its answers to reads gives those of one that keeps none, whatever is written between', async () => {
  const clock = { now: () => Date.UTC(2026, 10, 21) };
  const keeps = await createMock({ ...PETSTORE, ...clock, seed: 7 });
  const none = await createMock({ ...PETSTORE, ...clock, seed: 7, delay: 0 });
  try {
    const [ours, theirs] = await Promise.all([keeps.listen({ port: 0 }), none.listen({ port: 0 })]);
    await fc.assert(
      fc.asyncProperty(fc.array(some, { minLength: 20, maxLength: 40 }), async (sent) => {
        for (const each of sent) expect(await asked(ours.url, each)).toEqual(await asked(theirs.url, each));
      }),
      { numRuns: 12, seed: 20_261_121 },
    );
  } finally {
    await Promise.all([keeps.close(), none.close()]);
  }
});
