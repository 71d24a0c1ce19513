import { expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge/judge.ts';
import type { Check } from '../../../src/contract/model/check.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';

/** A check that finds something at a place. */
const finds = (layer: Check['layer'], messagePointer: string): Check => ({
  id: `${layer}.${messagePointer}`,
  tier: 1,
  severity: 'error',
  about: 'service',
  layer,
  question: '',
  judge: () => [{ expected: '', actual: '', message: '', messagePointer }],
});

test.each([
  ['', '/body/vip', '/body/vip', 1],
  ['/data', '/body/data/vip', '/body/vip', 1],
  ['/data', '/body/data/vip', '/body/name', 2],
  ['/data', '/body/meta/vip', '/body/vip', 2],
])('an item at %j with a schema error at %s explains what is found at %s', (responseEntity, schema, value, count) => {
  const exchange = { operation: {}, model: { roleOf: () => ({ responseEntity }) } } as unknown as Exchange;
  const layers = [finds('schema', schema), finds('value', value)].map((check) => ({ free: false, checks: [check] }));
  expect(judge(exchange, layers)).toHaveLength(count);
});
