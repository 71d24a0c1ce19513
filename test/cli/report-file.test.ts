import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createReportFile } from '../../src/cli/report-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-report-'));
afterAll(() => rm(folder, { recursive: true }));

const LARGE = 'é'.repeat(700_000);

test('A large report goes to the file beside while it is written, and is whole in its place at the end', async () => {
  const path = join(folder, 'large.har');
  const file = createReportFile(path, false);
  for (let turn = 0; turn < 3; turn += 1) file.write(LARGE);
  expect((await stat(`${path}.part`)).size).toBeGreaterThan(1_000_000);
  expect(existsSync(path)).toBe(false);
  await file.finish();
  expect(readFileSync(path, 'utf8')).toBe(LARGE.repeat(3));
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('A report that is given up leaves nothing, and one that is in its place stays', async () => {
  const path = join(folder, 'given-up.har');
  const file = createReportFile(path, false);
  file.write(LARGE);
  file.write(LARGE);
  await file.discard();
  expect(existsSync(`${path}.part`)).toBe(false);
  const other = createReportFile(path, false);
  other.write('small');
  await other.finish();
  await other.discard();
  expect(readFileSync(path, 'utf8')).toBe('small');
});

test('A large report that cannot be written says so at the end, not while the run goes on', async () => {
  const path = join(folder, 'refused.har');
  await mkdir(`${path}.part`);
  const file = createReportFile(path, false);
  for (let turn = 0; turn < 3; turn += 1) file.write(LARGE);
  await expect(file.finish()).rejects.toMatchObject({ code: 'EISDIR' });
  expect(existsSync(path)).toBe(false);
});
