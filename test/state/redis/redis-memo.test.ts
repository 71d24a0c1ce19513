import { expect, test } from 'vitest';
import { createMemo } from '../../../src/state/redis/redis-memo.ts';

const known = (name: string) => ({ stamp: name, value: { key: name, value: name, version: 1, place: 1 } });

test('what was heard of one entity is not taken for another of the same letters', () => {
  const memo = createMemo();
  memo.hear('1');
  memo.keepEntity('1', 'pets', 'x/1', known('one'));
  memo.keepEntity('1', 'petsx', '/1', known('two'));
  expect(memo.entity('pets', 'x/1')).toEqual(known('one'));
  expect(memo.entity('petsx', '/1')).toEqual(known('two'));
});

test('what comes late, from a generation that is over, is not kept', () => {
  const memo = createMemo();
  memo.hear('1');
  memo.keepRecord('1', 'a', { stamp: 's', value: 1 });
  memo.hear('2');
  memo.keepRecord('1', 'b', { stamp: 's', value: 2 });
  memo.keepLastId('1', 'pets', 7n);
  expect([memo.record('a'), memo.record('b'), memo.lastId('pets')]).toEqual([undefined, undefined, undefined]);
});
