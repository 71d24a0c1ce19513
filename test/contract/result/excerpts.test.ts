import { expect, it } from 'vitest';
import { withExcerpts } from '../../../src/contract/result/excerpts.ts';

const excerptOf = (text: string, line: number, column: number) =>
  withExcerpts([{ position: { file: 'api.json', line, column } } as never], [{ name: 'api.json', text } as never])[0]
    ?.excerpt;

it('the lines around a rule are shown whole', () => {
  expect(excerptOf('a\nb\nc\nd\ne\nf', 4, 1)).toEqual({ line: 2, lines: ['b', 'c', 'd', 'e', 'f'] });
});

it.each([0, 10, 39, 40, 41, 500])('a long line is cut around the rule, whose column is known: %i', (before) => {
  const text = `${'-'.repeat(before)}RULE${'+'.repeat(500)}`;
  const excerpt = excerptOf(text, 1, before + 1);
  const [line = ''] = excerpt?.lines ?? [];
  expect(line.slice((excerpt?.column ?? 0) - 1)).toMatch(/^RULE\+/);
  expect(line.length).toBeLessThan(170);
});
