import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const here = import.meta.dirname;
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const SAMPLES = ['express', 'fastify', 'hono', 'jest', 'msw', 'node-test', 'playwright', 'vite', 'vitest'];
/** They need packages that weigh more than all the others: `npm run test:hosts -- --all` brings them. */
const HEAVY = ['next', 'storybook'];
/** `STANDIN_SAMPLES` names those to run, where not all the packages are there. */
const wanted = process.env.STANDIN_SAMPLES?.split(',') ?? SAMPLES;
const isWanted = (name) => wanted.includes(name.replace('in-tests/', ''));
const cannotRun = (name) => !isWanted(name) || (name.endsWith('playwright') && CHROMIUM === undefined);

const passes = (name) => {
  const { status, text } = tested(name);
  expect(`${status}\n${status === 0 ? '' : text}`).toBe('0\n');
  expect(text).toMatch(/[1-9]\d* passed|# pass [1-9]|pass [1-9]/);
};

describe('the sample projects', () => {
  test('are all here', () => {
    const found = readdirSync(here, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, 'package.json')))
      .map(({ name }) => name);
    expect(found.sort()).toEqual([...SAMPLES, ...HEAVY].sort());
    for (const name of found) expect(readdirSync(join(here, name))).toContain('README.md');
  });

  for (const name of [...SAMPLES, ...HEAVY])
    test.skipIf(cannotRun(name))(`${name}: its tests pass with the packed package`, () => passes(name));
});

describe('the code under test sees the answers of the mock’s own socket', () => {
  for (const name of ['vitest', 'jest', 'node-test', 'playwright'])
    test.skipIf(cannotRun(name))(name, () => {
      // The settings of the sample, with other tests.
      for (const file of readdirSync(join(here, name)))
        if (/^package\.json$|config/.test(file)) cpSync(join(here, name, file), join(here, 'in-tests', name, file));
      passes(join('in-tests', name));
    });
});

const OPTIONS = `{ document: '../openapi.yaml', url: 'https://api.example.com' }`;
const WRONG = `await createClient().add({ title: 'Emma', genre: 'drama' }).catch(() => undefined);`;
const ASSERTS = `await createClient().list(); throw new Error('its own reason');`;
const WITH_FIXTURE = `import { test } from 'standin/vitest';
import { createClient } from '../client.mjs';
test.override({ standin: ${OPTIONS} });
test('careless', async () => { ${WRONG} });
test('on purpose', async ({ api }) => { api.allowViolations(); ${WRONG} });
test('fails otherwise', async () => { ${ASSERTS} });`;
const WITH_HOOKS = (host, more = '') => `${more}import { useStandin } from 'standin/${host}';
import { createClient } from '../client.mjs';
const api = useStandin(${OPTIONS});
test('careless', async () => { ${WRONG} });
test('on purpose', async () => { api.allowViolations(); ${WRONG} });
test('fails otherwise', async () => { ${ASSERTS} });`;
const IN_PAGE = `import { expect, test } from 'standin/playwright';
test.use({ standin: ${OPTIONS} });
const wrong = async (page) => {
  await page.route('https://app.example.com/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  await page.goto('https://app.example.com/');
  await page.evaluate(() => fetch('https://api.example.com/books', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"Emma","genre":"drama"}' }));
};
test('careless', async ({ page }) => wrong(page));
test('on purpose', async ({ page, api }) => {
  api.allowViolations();
  const printed = [];
  page.on('console', (message) => printed.push(message.text()));
  await wrong(page);
  await expect.poll(() => printed.join()).toContain('This request breaks the document:\\n  POST /books → 422');
});
test('fails otherwise', async ({ api }) => { await api.fetch('/books'); throw new Error('its own reason'); });`;

describe('a test whose code breaks the document fails, although it asserts nothing of that; a failed one shows its last exchanges', () => {
  for (const [name, file, text] of [
    ['vitest', 'books.test.mjs', WITH_FIXTURE],
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
      expect(told).toContain('its own reason');
      expect(told).toContain('The last exchanges with the mock:');
      expect(told).toContain('GET /books → 200');
      expect(told).toMatch(/2 failed|# fail 2|fail 2/);
      expect(told).toMatch(/1 passed|# pass 1|pass 1/);
      if (name === 'playwright') expect(told).toContain('standin.har (application/json)');
    });
});

/** A busy machine is no reason to fail: each runner waits as long for a test as this suite does. */
const PATIENCE = [
  [/vitest/, ['--testTimeout=240000', '--hookTimeout=240000']],
  [/jest/, ['--testTimeout=240000']],
  [/playwright/, ['--timeout=240000']],
];

function tested(folder) {
  const { scripts } = JSON.parse(readFileSync(join(here, folder, 'package.json'), 'utf8'));
  const patience = PATIENCE.find(([runner]) => runner.test(scripts.test))?.[1] ?? [];
  // A node:test run that finds this variable reports to the run around it and prints nothing of its own.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--', ...patience], {
    cwd: join(here, folder),
    encoding: 'utf8',
    env: { ...environment, NO_COLOR: '1', ...(CHROMIUM === undefined ? {} : { CHROMIUM }) },
  });
  return { status, text: stdout + stderr };
}
