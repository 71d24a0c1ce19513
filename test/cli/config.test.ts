import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findConfig } from '../../src/cli/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(config: unknown): string {
  const file = join(folder, 'standin.config.json');
  writeFileSync(file, JSON.stringify(config));
  return file;
}

test('a delay may be written as a number of milliseconds or as a range', async () => {
  for (const delay of [50, '50', '100..400']) expect((await findConfig(written({ delay })))?.config).toEqual({ delay });
});

test('nothing else stands for a text, and null for nothing', async () => {
  for (const config of [{ document: 5 }, { delay: null }, { delay: [1] }, { port: '80' }, { apiKeys: 'a' }])
    await expect(findConfig(written(config))).rejects.toMatchObject({ code: 'config.invalid' });
});
