import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileReports, writeReports } from '../../src/cli/reports.ts';
import { createTerminal } from '../../src/cli/terminal.ts';
import { tellStory } from '../report/story.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-github-'));
afterAll(() => rm(folder, { recursive: true }));

const summary = join(folder, 'summary.md');
const ACTIONS = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
const kinds = async (flags: Record<string, unknown>, env: NodeJS.ProcessEnv): Promise<readonly string[]> =>
  (await fileReports(flags, () => {}, env)).map(({ path }) => path);

test('On GitHub Actions annotations go to standard output, and the summary is added to its file', async () => {
  writeFileSync(summary, 'before\n');
  let out = '';
  const files = await fileReports({}, (text) => (out += text), ACTIONS);
  for (const { reporter } of files) {
    for (const event of tellStory().events) reporter.on(event);
    reporter.close();
  }
  expect(await writeReports(files, createTerminal())).toBe(true);
  expect(out).toMatch(/^::error file=/);
  expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ❌ The contract is broken\n/);
});

test('What --report names is not written a second time, and elsewhere nothing is written by itself', async () => {
  const own = join(folder, 'own.txt');
  expect(await kinds({ report: [`github=${own}`] }, ACTIONS)).toEqual([own, summary]);
  expect(await kinds({ report: [`markdown=${own}`] }, ACTIONS)).toEqual([own, '-']);
  expect(await kinds({ report: ['sarif'] }, ACTIONS)).toEqual(['-', summary]);
  expect(await kinds({ json: true }, ACTIONS)).toEqual([summary]);
  expect(await kinds({}, { CI: 'true' })).toEqual([]);
});

test('The folder of a report is made', async () => {
  const path = join(folder, 'a/b/report.html');
  const files = await fileReports({ report: [`html=${path}`] }, () => {}, {});
  for (const { reporter } of files) reporter.close();
  expect(await writeReports(files, createTerminal())).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain('<!doctype html>');
});

test('The terminal report is on standard output once, unless that shows the events of the run', async () => {
  const file = join(folder, 'report.txt');
  const report = ['terminal', `terminal=${file}`];
  expect(await kinds({ report }, {})).toEqual([file]);
  expect(await kinds({ report, json: true }, {})).toEqual(['-', file]);
});
