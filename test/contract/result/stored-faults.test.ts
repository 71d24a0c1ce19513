import { expect, test } from 'vitest';
import type { Finding } from '../../../src/contract/index.ts';
import { shortJson } from '../../../src/contract/requests/request-rule.ts';
import { withStoredFaults } from '../../../src/contract/result/stored-faults.ts';

const finding = (fingerprint: string, check: string, rest: Partial<Finding>): Finding => ({
  check,
  severity: 'error',
  about: 'service',
  tier: 1,
  expected: '',
  actual: '',
  message: '',
  fingerprint,
  count: 1,
  ...rest,
});
const MINIMUM = '/components/schemas/NewPet/properties/price/minimum';
const accepted = finding('write', 'reject.boundary', {
  pointer: MINIMUM,
  messagePointer: '/body/price',
  actual: '201, for -0.5',
});
const shown = finding('read', 'schema.range', { pointer: MINIMUM, messagePointer: '/body/0/price', actual: '-0.5' });
const because = (...findings: readonly Finding[]): readonly (string | undefined)[] =>
  withStoredFaults(findings).map((each) => each.because);

test('a value that an accepted broken request has stored is a consequence of that request where it is read', () => {
  expect(because(shown, accepted)).toEqual(['write', undefined]);
});

test('it follows from the finding that the write follows from, so that causes are not chained', () => {
  expect(because({ ...accepted, because: 'lead' }, shown)).toEqual(['lead', 'lead']);
});

test('the components of requests and of answers may have the same rule each', () => {
  const pointer = '/components/schemas/Pet/properties/price/minimum';
  expect(because(accepted, { ...shown, pointer })).toEqual([undefined, 'write']);
});

test('a long value is recognised, although the finding about the request has only its beginning', () => {
  const value = ['a'.repeat(300)];
  const sent = { ...accepted, actual: `201, for ${shortJson(value)}` };
  expect(because(sent, { ...shown, actual: JSON.stringify(value) })).toEqual([undefined, 'write']);
});

const UNLIKE: readonly (readonly [what: string, rest: Partial<Finding>])[] = [
  ['has another value', { actual: '-3' }],
  ['breaks another rule', { pointer: '/components/schemas/NewPet/properties/price/maximum' }],
  ['is null, which services show for absent values', { actual: 'null' }],
  ['comes and goes', { flaky: true }],
];

test.each(UNLIKE)('a fault stands by itself where it %s', (_, rest) => {
  const sent = { ...accepted, actual: rest.actual === 'null' ? '201, for null' : accepted.actual };
  expect(because(sent, { ...shown, ...rest })).toEqual([undefined, undefined]);
});

test('a group of findings follows only as a whole, and has no cause of its own then', () => {
  const cause = { id: 'e', kind: 'component', findings: 2 } as const;
  const lead = { ...shown, cause };
  const same = { ...shown, fingerprint: 'same', because: 'read', cause };
  const other = { ...same, actual: '"12"' };
  const [, first, second] = withStoredFaults([accepted, lead, same]);
  expect([first, second].map((each) => [each?.because, each?.cause])).toEqual([
    ['write', undefined],
    ['write', undefined],
  ]);
  expect(because(accepted, lead, other)).toEqual([undefined, undefined, 'read']);
});
