import { expect, test } from 'vitest';
import type { Flow } from '../../../src/contract/model/flow.ts';
import { createTimeLimit, mostTellingFirst } from '../../../src/contract/run/time-limit.ts';

const flow = (id: string, operation: string): Flow =>
  ({ id, phase: 'coverage', group: operation, turn: 'together', cases: [{ id, operation }], begin: () => [] }) as never;

test('The most telling case of every operation comes before the second one of any', () => {
  const ids = mostTellingFirst([
    flow('coverage/a/body/x/maxLength-broken', 'a'),
    flow('coverage/a/body/x/maxLength-at', 'a'),
    flow('coverage/a/valid-all', 'a'),
    flow('coverage/b/body/y/type-broken', 'b'),
    flow('coverage/b/body/y/pattern-broken', 'b'),
    flow('coverage/b/valid-all', 'b'),
  ]).map(({ id }) => id.slice('coverage/'.length));
  expect(ids).toEqual([
    'a/valid-all',
    'b/valid-all',
    'a/body/x/maxLength-broken',
    'b/body/y/type-broken',
    'a/body/x/maxLength-at',
    'b/body/y/pattern-broken',
  ]);
});

test('A phase takes its share of the time, and leaves what it does not need to the next', () => {
  let at = 0;
  const limit = createTimeLimit(60_000, () => at);
  limit.begin('coverage', ['stateful', 'protocol']);
  at = 23_000;
  expect(limit.isOver()).toBe(false);
  at = 24_001;
  expect(limit.isOver()).toBe(true);
  at = 10_000;
  limit.begin('stateful', ['protocol']);
  at = 43_000;
  expect(limit.isOver()).toBe(false);
  at = 44_000;
  expect(limit.isOver()).toBe(true);
  limit.begin('protocol', []);
  at = 59_999;
  expect(limit.isOver()).toBe(false);
  at = 60_000;
  expect(limit.isOver()).toBe(true);
  expect(limit.isSpent()).toBe(false);
  at = 70_000;
  expect(limit.isSpent()).toBe(true);
});

test('The time includes what came before it was shared: the planning of a large document', () => {
  const limit = createTimeLimit(60_000, () => 50_000, 0);
  expect(limit.left()).toBe(10_000);
});
