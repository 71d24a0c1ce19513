import { expect, test } from 'vitest';
import { isRunningOut } from '../../../src/contract/responses/comparison.ts';
import { letsThrough } from '../../../src/contract/responses/filter-rules.ts';

test('a value that says what is left of a time may have become less, by at most a minute', () => {
  expect(isRunningOut('ttl', 60, 59)).toBe(true);
  expect(isRunningOut('TTL', '60', '59')).toBe(true);
  expect(isRunningOut('ttl', 600, 59)).toBe(false);
  expect(isRunningOut('ttl', 59, 60)).toBe(false);
  expect(isRunningOut('count', 60, 59)).toBe(false);
});

test('digits in strings are compared as numbers', () => {
  const atLeast = { parameter: 'from', pointer: '/size', op: 'min', value: '9' } as never;
  expect(letsThrough(atLeast, '67')).toBe(true);
  expect(letsThrough(atLeast, '8')).toBe(false);
});
