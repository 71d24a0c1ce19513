import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';
import { DOCUMENT, library } from './framework.ts';

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

test('an id that is given again after a delete is a warning, and ids that the client names are its own affair', async () => {
  const parts = await collaboratorsOf(DOCUMENT);
  const { summary } = await tell({ ...parts, target: library('ids again') });
  const told = summary.findings.filter(({ check }) => check === 'state.id-reused');
  expect(told.map(({ operation }) => operation).sort()).toEqual([
    'POST /authors/',
    'POST /authors/{id}/letters/',
    'POST /books/',
  ]);
  expect(told.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning']);
  expect(summary.exitStatus).toBe(0);
});
