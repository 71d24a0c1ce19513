import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * Packs standin, installs the tarball beside what the sample projects need, and runs every test of `examples/` and of this folder there:
 * nothing of them comes from the sources. With `--all` also Jest on Node 22 and 24, and everything once more on Node 24 with the newer versions of
 * `newer/`, with Next and Storybook.
 */
const root = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'standin-hosts-'));
const SAMPLES = ['express', 'fastify', 'hono', 'jest', 'msw', 'node-test', 'playwright', 'vite', 'vitest'];

const npm = (cwd, ...args) =>
  execFileSync('npm', [...args, '--no-fund', '--no-audit'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

/** A folder with the samples, the tests, the packages of `from`, and the tarball. */
function prepared(name, from, tarball) {
  const folder = join(scratch, name);
  cpSync(join(root, 'examples'), folder, { recursive: true });
  const skipped = ['node_modules', 'newer', 'run.mjs', 'package.json', 'package-lock.json'];
  for (const each of readdirSync(import.meta.dirname))
    if (!skipped.includes(each)) cpSync(join(import.meta.dirname, each), join(folder, each), { recursive: true });
  for (const each of ['package.json', 'package-lock.json']) cpSync(join(from, each), join(folder, each));
  npm(folder, 'install', '--no-save', '--ignore-scripts', tarball);
  return folder;
}

/** Whether the suites pass in a folder, with that Node, for those samples. */
function passes(folder, node, samples, suites = []) {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(node, [vitest, 'run', '--config', join(folder, 'suites.config.mjs'), ...suites], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, STANDIN_SAMPLES: samples.join(',') },
  });
  return status === 0;
}

/** The binary of another version of Node. */
function nodeOf(version) {
  const folder = join(scratch, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  npm(root, 'install', '--no-save', '--prefix', folder, `${name}@${version}`);
  const bin = join(folder, 'bin');
  symlinkSync(join(folder, 'node_modules', name, 'bin'), bin);
  return join(bin, 'node');
}

let failed = 1;
try {
  const packed = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch];
  const [{ filename }] = JSON.parse(execFileSync('npm', packed, { cwd: root, encoding: 'utf8' }));
  const tarball = join(scratch, filename);
  const folder = prepared('here', import.meta.dirname, tarball);
  const results = [passes(folder, process.execPath, SAMPLES)];
  if (process.argv.includes('--all')) {
    const [older, newer] = [nodeOf(22), nodeOf(24)];
    for (const node of [older, newer]) results.push(passes(folder, node, ['jest'], ['examples']));
    const all = prepared('newer', join(import.meta.dirname, 'newer'), tarball);
    results.push(passes(all, newer, [...SAMPLES, 'next', 'storybook']));
  }
  failed = results.filter((passed) => !passed).length;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
