import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPortions } from '../../../src/contract/transport/portions.ts';

test('what becomes due is done in its order, so many a turn, and never at once', async () => {
  const done: number[] = [];
  const handOn = createPortions(2);
  for (const each of [1, 2, 3, 4, 5]) handOn(() => done.push(each));
  const turns = [[...done]];
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    turns.push([...done]);
    if (turn === 0) handOn(() => done.push(6));
  }
  expect(turns).toEqual([[], [1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6]]);
});

test('what was done may bring something new, which has its turn then', async () => {
  const done: string[] = [];
  const handOn = createPortions(1);
  handOn(() => {
    done.push('first');
    handOn(() => done.push('second'));
    handOn(() => done.push('third'));
  });
  await nextTurn();
  expect(done).toEqual(['first']);
  await nextTurn();
  expect(done).toEqual(['first', 'second']);
  await nextTurn();
  expect(done).toEqual(['first', 'second', 'third']);
  handOn(() => done.push('fourth'));
  await nextTurn();
  expect(done).toEqual(['first', 'second', 'third', 'fourth']);
});
