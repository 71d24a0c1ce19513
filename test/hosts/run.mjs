import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Packs standin, installs the tarball beside what the sample projects need, and runs every test of `examples/` and of this folder there:
 * nothing of them comes from the sources.
 */
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'standin-hosts-'));
const npm = (...args) =>
  execFileSync('npm', [...args, '--no-fund', '--no-audit'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

let code = 1;
try {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
  cpSync(join(root, 'examples'), folder, { recursive: true });
  for (const name of readdirSync(import.meta.dirname))
    if (name !== 'node_modules') cpSync(join(import.meta.dirname, name), join(folder, name), { recursive: true });
  npm('install', '--no-save', '--ignore-scripts', `./${filename}`);
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const config = join(folder, 'suites.config.mjs');
  code =
    spawnSync(process.execPath, [vitest, 'run', '--config', config], { cwd: folder, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);
