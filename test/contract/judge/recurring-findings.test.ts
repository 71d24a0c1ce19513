import { expect, test } from 'vitest';
import type { Finding } from '../../../src/contract/index.ts';
import { withRecurring } from '../../../src/contract/judge/recurring-findings.ts';

const flaky = (fingerprint: string, check: string, count = 1): Finding => ({
  check,
  severity: 'error',
  about: 'service',
  tier: 1,
  expected: '',
  actual: '',
  message: 'It failed.',
  fingerprint,
  count,
  flaky: true,
});

test('a fault that comes and goes is the service’s once it has come three times, wherever that was', () => {
  const found = withRecurring([flaky('a', 'status.server-error'), flaky('b', 'status.server-error', 2)]);
  expect(found.map((each) => each.flaky)).toEqual([undefined, undefined]);
  expect(found[0]?.message).toMatch(/^It failed\. .*3 times/);
});

test('what came once or twice stays flaky, and so does what another client or a bad connection may explain', () => {
  const few = [flaky('a', 'status.server-error', 2), flaky('b', 'schema.type', 2)];
  expect(withRecurring(few)).toEqual(few);
  const others = [
    flaky('a', 'state.list-differs', 9),
    flaky('b', 'transport.broken', 9),
    flaky('c', 'filter.ignored', 9),
  ];
  expect(withRecurring(others)).toEqual(others);
});
