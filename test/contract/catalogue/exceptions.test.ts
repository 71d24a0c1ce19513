import { expect, test } from 'vitest';
import { mutants } from '../../targets/catalogue.ts';
import { NOT_REPEATED, SAME_WHEN_RIGHT } from './repetition-laws.ts';

test('every faulty server that cannot be shown by a few requests is in the catalogue', () => {
  const names = mutants.map(({ name }) => name);
  const excepted = [...Object.keys(NOT_REPEATED), ...Object.keys(SAME_WHEN_RIGHT)];
  expect(excepted.filter((each) => !names.includes(each))).toEqual([]);
});
