import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const here = import.meta.dirname;
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const projects = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, 'package.json')))
  .map(({ name }) => name);
const cannotRun = (name) => name === 'playwright' && CHROMIUM === undefined;

describe('the sample projects', () => {
  test('are all here', () => {
    expect(projects.sort()).toEqual(['express', 'jest', 'msw', 'node-test', 'playwright', 'vite', 'vitest']);
  });

  for (const name of projects)
    test.skipIf(cannotRun(name))(`${name}: its tests pass with the packed package`, () => {
      const { status, text } = tested(name);
      expect(`${status}\n${status === 0 ? '' : text}`).toBe('0\n');
      expect(text).toMatch(/[1-9]\d* passed|# pass [1-9]|pass [1-9]/);
    });
});

const OPTIONS = `{ document: '../openapi.yaml', url: 'https://api.example.com' }`;
const WRONG = `await createClient().add({ title: 'Emma', genre: 'drama' }).catch(() => undefined);`;
const WITH_FIXTURE = (host) => `import { standinTest } from 'standin/${host}';
import { createClient } from '../client.mjs';
const test = standinTest(${OPTIONS});
test('careless', async ({ api }) => { ${WRONG} });
test('on purpose', async ({ api }) => { api.allowViolations(); ${WRONG} });`;
const WITH_HOOKS = (host, more = '') => `${more}import { useStandin } from 'standin/${host}';
import { createClient } from '../client.mjs';
const api = useStandin(${OPTIONS});
test('careless', async () => { ${WRONG} });
test('on purpose', async () => { api.allowViolations(); ${WRONG} });`;
const IN_PAGE = `import { standinTest } from 'standin/playwright';
const test = standinTest(${OPTIONS});
const wrong = async (page) => {
  await page.route('https://app.example.com/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  await page.goto('https://app.example.com/');
  await page.evaluate(() => fetch('https://api.example.com/books', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"Emma","genre":"drama"}' }));
};
test('careless', async ({ page }) => wrong(page));
test('on purpose', async ({ page, api }) => { api.allowViolations(); await wrong(page); });`;

describe('a test whose code breaks the document fails, although it asserts nothing of that', () => {
  for (const [name, file, text] of [
    ['vitest', 'books.test.mjs', WITH_FIXTURE('vitest')],
    ['jest', 'books.test.mjs', WITH_HOOKS('jest')],
    ['node-test', 'books.test.mjs', WITH_HOOKS('testing', `import { test } from 'node:test';\n`)],
    ['playwright', 'books.spec.mjs', IN_PAGE],
  ])
    test.skipIf(cannotRun(name))(name, () => {
      const folder = `${name}-wrong`;
      cpSync(join(here, name), join(here, folder), { recursive: true });
      writeFileSync(join(here, folder, file), text);
      const { status, text: told } = tested(folder);
      rmSync(join(here, folder), { recursive: true });
      expect(status, told).not.toBe(0);
      expect(told).toContain('breaks the document');
      expect(told).toContain('POST /books → 422');
      expect(told).toContain('/body/genre');
      expect(told).toMatch(/1 failed|# fail 1|fail 1/);
      expect(told).toMatch(/1 passed|# pass 1|pass 1/);
    });
});

function tested(folder) {
  // A node:test run that finds this variable reports to the run around it and prints nothing of its own.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync('npm', ['test'], {
    cwd: join(here, folder),
    encoding: 'utf8',
    env: { ...environment, NO_COLOR: '1', ...(CHROMIUM === undefined ? {} : { CHROMIUM }) },
  });
  return { status, text: stdout + stderr };
}
