import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './page.ts';

const SITE = join(ROOT, 'docs');

describe.skipIf(!existsSync(join(SITE, 'node_modules')))('the site (skipped without npm ci --prefix docs)', () => {
  it('is built, and each link of it leads to a page and a heading', { timeout: 600_000 }, () => {
    const { stdout, stderr } = spawnSync('npm', ['run', 'build', '--prefix', SITE], { encoding: 'utf8' });
    expect(stdout, stderr).toMatch(/^\d{2} pages, [\d.]+ MB, 0 dead links$/m);
  });
});
