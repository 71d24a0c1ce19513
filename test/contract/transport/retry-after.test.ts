import { expect, test } from 'vitest';
import { createRetryAfter, type RetryAfter } from '../../../src/contract/transport/retry-after.ts';

function after(answers: number): RetryAfter {
  const patience = createRetryAfter(new AbortController().signal);
  for (let count = 0; count < answers; count += 1) patience.served();
  return patience;
}

test('a target is waited for that lets through what a run needs, and one that others have used up', () => {
  expect(after(100).grant(60_000)).toBe(true);
  expect(after(0).grant(60_000)).toBe(true);
});

test('a target that lets one request through in a minute is not waited for: no run would come to its end', () => {
  const patience = after(1);
  expect(patience.grant(60_000)).toBe(false);
  expect(patience.refused()).toBe(true);
  expect(patience.waited()).toBe(0);
});

test('the wish of one is the wish of all who were under way, and counts once', () => {
  const patience = after(100);
  expect([1, 2, 3].map(() => patience.grant(30_000))).toEqual([true, true, true]);
  expect(patience.waited()).toBeGreaterThanOrEqual(30_000);
  expect(patience.waited()).toBeLessThan(35_000);
});

test('what was waited for without an answer since is not waited for once more', () => {
  const patience = after(100);
  expect(patience.grant(20_000)).toBe(true);
  expect(patience.grant(50_000)).toBe(false);
});

test('a short wish is granted whatever came of the last one, up to a minute from now', () => {
  const patience = after(0);
  const granted = Array.from({ length: 100 }, (_, count) => patience.grant(4_000 * (count + 1))).filter(Boolean);
  expect(granted).toHaveLength(15);
});

test('more than a minute is never waited for', () => {
  expect(after(1_000).grant(61_000)).toBe(false);
});

test('a wish of one operation holds that operation alone', () => {
  const patience = after(0);
  expect(patience.grant(30_000, 'login')).toBe(true);
  expect(patience.wait('login')).toBeInstanceOf(Promise);
  expect(patience.wait('list')).toBeUndefined();
  expect([patience.isWaiting('login'), patience.isWaiting('list')]).toEqual([true, false]);
});

test('what a second operation asks for, too, is a wish of the whole target', () => {
  const patience = after(100);
  expect([patience.grant(30_000, 'login'), patience.grant(30_000, 'list')]).toEqual([true, true]);
  expect(patience.wait('read')).toBeInstanceOf(Promise);
});

test('one operation is waited for a minute in all, and the one that is given up is named', () => {
  const patience = after(0);
  const granted = Array.from({ length: 30 }, (_, count) => patience.grant(4_000 * (count + 1), 'login')).filter(
    Boolean,
  );
  // Time passes while they are asked, so the last one may not fit.
  expect(granted.length).toBeGreaterThanOrEqual(12);
  expect(granted.length).toBeLessThanOrEqual(15);
  expect(patience.refusedScopes()).toEqual(['login']);
});
