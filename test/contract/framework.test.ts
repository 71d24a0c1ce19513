import { expect, test } from 'vitest';
import { DOCUMENT, library } from './framework.ts';
import { collaboratorsOf, tell } from './harness.ts';

test('a server as frameworks make them gets no error, and everything of it is reached', async () => {
  const parts = await collaboratorsOf(DOCUMENT);
  const { summary } = await tell({ ...parts, target: library() });
  const counted = summary.findings.filter(({ about }) => about === 'service');
  expect(counted.map(({ check, message }) => `${check}: ${message}`)).toEqual([
    expect.stringContaining('reject.empty-body: '),
  ]);
  expect(counted.map(({ severity }) => severity)).toEqual(['warning']);
  expect(summary.inconclusive).toEqual([]);
  expect(summary.counts).toMatchObject({ errored: 0, flaky: 0 });
});
