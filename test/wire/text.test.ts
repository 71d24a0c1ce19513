import { expect, test } from 'vitest';
import { withoutSeparators } from '../../src/wire/index.ts';

test('the spellings of one name are the same without separators', () => {
  const spellings = ['user_id', 'user-id', 'userId', 'User ID', 'user.id', 'user[id]'];
  expect(new Set(spellings.map(withoutSeparators))).toEqual(new Set(['userid']));
});

test('letters of all languages and signs stay, so that two names remain two', () => {
  expect(withoutSeparators('Größe')).toBe('größe');
  expect(withoutSeparators('имя')).toBe('имя');
  expect(withoutSeparators('+1')).not.toBe(withoutSeparators('-1'));
});
