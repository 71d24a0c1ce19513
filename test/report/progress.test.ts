import { expect, test } from 'vitest';
import { report, tellStory } from './story.ts';

const lines = (text: string): readonly string[] =>
  text
    .split('\r\u001b[2K')
    .flatMap((piece) => piece.split('\n').slice(0, 1))
    .filter((line) => /[━─]/.test(line));

const { events } = tellStory();
/** As a run tells them: findings before the cases that showed them. */
const told = [
  ...events.slice(0, 2),
  ...events.filter(({ type }) => type === 'finding'),
  ...events.slice(2).filter(({ type }) => type !== 'finding'),
];

test('The live line tells phase, cases done and planned, findings, rate and time left', () => {
  let at = 0;
  const drawn = lines(report('terminal', told, { width: 100, now: () => (at += 1_000) }));
  expect(drawn.at(-1)).toMatch(/ coverage · 5\/5 · 3 findings · \d\.\d\/s · 0 s left$/);
  expect(drawn.at(-2)).toMatch(/ coverage · 4\/5 · 3 findings · \d\.\d\/s · 1 s left$/);
});

test('The live line fits a narrow terminal, and nothing is drawn where the terminal cannot take it back', () => {
  let at = 0;
  const drawn = lines(report('terminal', tellStory().events, { width: 40, now: () => (at += 1_000) }));
  expect(drawn.length).toBeGreaterThan(0);
  for (const line of drawn) expect(line.length).toBeLessThanOrEqual(40);
  expect(report('terminal', tellStory().events, { now: () => (at += 1_000) })).not.toMatch(/[━─\r]/);
});
