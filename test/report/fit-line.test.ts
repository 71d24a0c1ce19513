import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLine } from '../../src/report/fit-line.ts';

test('a long line is broken between words, and its rest is indented', () => {
  expect(fitLine(`  ${'word '.repeat(12).trim()}`, 40)).toBe(
    '  word word word word word word word\n    word word word word word',
  );
  expect(fitLine(`    expected  ${'word '.repeat(8).trim()}`, 40, 14)).toBe(
    '    expected  word word word word word\n              word word word',
  );
});

test('colours take no column, and a word that is too long stays whole', () => {
  const red = `\u001b[31m${'x'.repeat(38)}\u001b[39m`;
  expect(fitLine(red, 40)).toBe(red);
  expect(fitLine(`  ${'x'.repeat(90)} y`, 80)).toBe(`  ${'x'.repeat(90)}\n    y`);
});

test('without a number of columns nothing is broken', () => {
  expect(fitLine('word '.repeat(100), undefined)).toBe('word '.repeat(100));
});

test('no word is lost, and each line of more than one word fits (law)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { maxLength: 40 }),
      fc.integer({ min: 40, max: 120 }),
      (words, columns) => {
        const fitted = fitLine(`  ${words.join(' ')}`, columns);
        expect(fitted.split(/\s+/).filter(Boolean)).toEqual(words);
        for (const line of fitted.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      },
    ),
  );
});
