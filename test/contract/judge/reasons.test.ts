import { expect, test } from 'vitest';
import { addReasons } from '../../../src/contract/judge/tally.ts';

test('a reason is counted once, with every operation that has it', () => {
  expect(
    addReasons([
      { reason: '409', count: 1, operations: ['b'] },
      { reason: 'no data', count: 1 },
      { reason: '409', count: 2, operations: ['a', 'b'] },
    ]),
  ).toEqual([
    { reason: '409', count: 3, operations: ['a', 'b'] },
    { reason: 'no data', count: 1 },
  ]);
});
