import { describe, expect, test } from 'vitest';
import { changesNothing, isUnrelated } from '../../../src/contract/responses/kept-values.ts';
import type { Json } from '../../../src/core/index.ts';

describe('what a write did to the values that it was sent', () => {
  test.each<readonly [Json, Json, boolean]>([
    ['ksk', 'csk', true],
    ['', 'Cryptokey', true],
    ['premium', 7, true],
    [true, false, true],
    [491, 256, true],
    [['a'], [], true],
    ['Grüße 東京', 'Gr\\195\\188', false],
    ['1991-07-08T02:37:00+05:30', '1991-07-08T02:37:00Z', false],
    ['a long name', 'a long', false],
    [4.25, 4.3, false],
    [['a', 'b'], ['a'], false],
  ])('%j read as %j is unrelated: %s', (sent, read, expected) => {
    expect(isUnrelated(sent, read)).toBe(expected);
  });

  test('a write changes nothing if none of its new values is read', () => {
    const before = { name: 'old', size: 1, kind: 'a' };
    expect(changesNothing(before, { name: 'new', size: 2, kind: 'a' }, { ...before, size: 3 })).toBe(true);
    expect(changesNothing(before, { name: 'new', size: 2 }, { ...before, size: 2 })).toBe(false);
    expect(changesNothing(before, { name: 'old' }, before)).toBe(false);
  });
});
