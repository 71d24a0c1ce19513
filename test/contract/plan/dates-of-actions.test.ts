import { expect, test } from 'vitest';
import { stateActionWithoutEffect } from '../../../src/contract/checks/consistency/state-action-without-effect.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import type { Json } from '../../../src/core/index.ts';

const NOW = '2026-11-28T10:00:00Z';

/** What is found after an action: the item before it, in its answer, and in the read behind it. */
function found(before: Json, answered: Json, read: Json, story: object): readonly string[] {
  const exchange = {
    api: { operations: [] },
    purpose: { story: { kind: 'after-action', action: 'act', before, answered, ...story } },
    response: { status: 200, body: { kind: 'parsed', value: read } },
  };
  return stateActionWithoutEffect.judge(exchange as unknown as Exchange).map(({ message }) => message);
}

test('a date that an action sets or takes away must be so in a later read', () => {
  const [free, archived] = [{ archived_at: null }, { archived_at: NOW }];
  const sets = { stamps: ['archived_at'] };
  const clears = { clears: ['archived_at'] };
  expect(found(free, archived, archived, sets)).toEqual([]);
  expect(found(free, archived, free, sets)).toEqual([
    `act answered with \`archived_at\` "${NOW}", and a read still shows null.`,
  ]);
  expect(found(archived, free, free, clears)).toEqual([]);
  expect(found(archived, free, archived, clears)).toHaveLength(1);
  expect(found(free, free, free, sets)).toEqual([]);
});
