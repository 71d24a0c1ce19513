import { afterAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/contract/index.ts';
import { createMock, runContract } from '../../src/library/index.ts';
import { CORPUS, CORPUS_IS_THERE, DOCUMENTS } from './corpus.ts';

const KEY = 'a-key-that-nobody-else-has';

/** The documents that are too large to be checked whole here: so many operations of each, spread evenly over the document. */
const SAMPLES: Readonly<Record<string, number>> = {
  'supabase-auth.yaml': 20,
  'ory-kratos.json': 15,
  'netlify.swagger.yml': 16,
  'kubernetes-core-v1.swagger.json': 3,
  'stripe-2022-02.yaml': 8,
  'github.min.json': 16,
};

/** A mock of a document keeps that document: the check that is made for strangers finds nothing to say against it. */
describe.skipIf(!CORPUS_IS_THERE)(
  'a mock passes the check of its own document (skipped where ../shared/corpus is absent)',
  () => {
    const table: { document: string; operations: number; passed: number; inconclusive: number; findings: number }[] =
      [];

    test.each(DOCUMENTS)('%s', { timeout: 240_000 }, async (name) => {
      const document = `${CORPUS}/${name}`;
      const mock = await createMock({ document, apiKeys: [KEY], now: '2026-12-01' });
      const ids = mock.api.operations.map(({ id }) => id);
      const wanted = SAMPLES[name] ?? ids.length;
      const operations = ids.filter((_, index) => index % Math.ceil(ids.length / wanted) === 0);
      const schemes = Object.entries(mock.api.securitySchemes).filter(
        ([, scheme]) => scheme.kind !== 'http' || scheme.scheme !== 'basic',
      );
      const run = await runContract({
        target: mock,
        document,
        operations,
        now: '2026-12-01',
        allowWrites: true,
        timeout: 60_000,
        timeBudget: 60_000,
        credentials: {
          bearer: KEY,
          basic: { user: 'standin', password: KEY },
          apiKeys: Object.fromEntries(schemes.map(([scheme]) => [scheme, KEY])),
        },
      });
      const { counts, findings } = await run.summary;
      await mock.close();
      table.push({
        document: name,
        operations: operations.length,
        passed: counts.passed,
        inconclusive: counts.inconclusive,
        findings: findings.length,
      });
      const errors = findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
      expect(errors.map(told)).toEqual([]);
      expect(counts.errored).toBe(0);
      expect(counts.passed).toBeGreaterThan(0);
    });

    afterAll(() => {
      console.table(table);
    });
  },
);

function told({ check, operation, message, case: from }: Finding): string {
  return `${check} ${operation ?? ''} (${from ?? ''}): ${message}`;
}
