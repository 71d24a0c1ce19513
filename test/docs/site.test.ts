import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from './page.ts';

const SITE = join(ROOT, 'docs');

describe.skipIf(!existsSync(join(SITE, 'node_modules')))('the site (skipped without npm ci --prefix docs)', () => {
  it('is built, and each link of it leads to a page and a heading', { timeout: 600_000 }, () => {
    const { stdout, stderr } = spawnSync('npm', ['run', 'build', '--prefix', SITE], { encoding: 'utf8' });
    expect(stdout, stderr).toMatch(/^\d{2} pages, [\d.]+ MB, 0 dead links$/m);
  });
});

it('the search puts a page with the word in its title before sections and before the reference', async () => {
  const { default: config } = await import(pathToFileURL(join(SITE, '.vitepress/config.mjs')).href);
  const { boostDocument } = config.themeConfig.search.options.miniSearch.searchOptions;
  const page = boostDocument('/guides/vite.html#vite', 'vite', { title: 'Vite', titles: [] });
  const section = boostDocument('/guides/next.html#vite', 'vite', { title: 'Beside Vite', titles: ['Next'] });
  const other = boostDocument('/guides/next.html', 'vite', { title: 'Next', titles: [] });
  const reference = boostDocument('/reference/hosts.html#vite', 'vite', { title: 'Vite', titles: ['Hosts'] });
  expect(page).toBeGreaterThan(10 * section);
  expect([section, other]).toEqual([1, 1]);
  expect(reference).toBeLessThan(section);
});
