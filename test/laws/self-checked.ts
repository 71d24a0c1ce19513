import { createMock, runContract } from '../../src/library/index.ts';

/**
 * A mock of the document, checked by the document with keys for those of its schemes that have these names: what is said against the service, by check and
 * operation, and the operations of which no valid request had a success.
 */
export async function checked(
  document: object | string,
  apiKeys: readonly string[] = [],
): Promise<{ readonly errors: readonly string[]; readonly unseen: readonly string[]; readonly passed: number }> {
  const mock = await createMock({ document, apiKeys: ['a-key'], now: '2026-12-01' });
  const run = await runContract({
    target: mock,
    document,
    now: '2026-12-01',
    allowWrites: true,
    timeout: 60_000,
    timeBudget: 60_000,
    credentials: {
      bearer: 'a-key',
      basic: { user: 'standin', password: 'a-key' },
      apiKeys: Object.fromEntries(
        apiKeys.filter((name) => Object.hasOwn(mock.api.securitySchemes, name)).map((name) => [name, 'a-key']),
      ),
    },
  });
  const { counts, findings } = await run.summary;
  await mock.close();
  const errors = findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  const unseen = findings.filter(({ check }) => /^vacuous\.(only|never)-/.test(check));
  return {
    errors: errors.map((each) => `${each.check} ${each.operation}: ${each.message}`),
    unseen: unseen.map(({ operation = '' }) => operation),
    passed: counts.passed,
  };
}
