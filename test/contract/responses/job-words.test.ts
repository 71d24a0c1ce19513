import { expect, test } from 'vitest';
import { hasMovedOn } from '../../../src/contract/responses/job-words.ts';

test.each([
  [{ status: 'pending' }, { status: 'done' }, true],
  [{ status: 'preparing' }, { status: 'ready' }, true],
  [{ status: 'preparing' }, { status: 'preparing' }, false],
  [{ status: 'open' }, { status: 'closed' }, false],
  [{ status: 'missing' }, { status: 'there' }, false],
  [{ name: 'preparing' }, { name: 'ready' }, false],
])('%j and then %j: it has moved on by itself: %s', (before, after, expected) => {
  expect(hasMovedOn(before, after)).toBe(expected);
});
