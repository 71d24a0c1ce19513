import { expect, test } from 'vitest';
import { isNear } from '../../../src/contract/plan/stateful/shown-numbers.ts';

test('a number may be rounded to cents where the expected one has more digits', () => {
  expect(isNear(10.13, 10.1254)).toBe(true);
  expect(isNear(10.12, 10.1254)).toBe(true);
  expect(isNear(0.1 + 0.2, 0.3)).toBe(true);
});

test('and is another one elsewhere', () => {
  expect(isNear(10.12, 10.13)).toBe(false);
  expect(isNear(10.1, 10.1254)).toBe(false);
  expect(isNear(10, 11)).toBe(false);
});
