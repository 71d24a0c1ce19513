// Runs the tests of what changed since the last commit (or since a given commit): for a file of src/<room>/<sub-room>, the tests in
// test/<room>/<sub-room>, or those of the room where the sub-room has none; changed tests themselves; and the rules of the tree.
// usage: npm run test:quick [-- <commit>]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
/** Tests that run every document of the corpus: minutes, not seconds. */
const SLOW = ['test/generation/corpus.test.ts', 'test/spec/corpus.test.ts'];
const RULES = ['test/system/rooms.test.ts', 'test/system/structure.test.ts'];
const [since = 'HEAD'] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
const hasTests = (folder) =>
  existsSync(join(ROOT, folder)) && readdirSync(join(ROOT, folder)).some((name) => name.endsWith('.test.ts'));

/** The nearest folder of tests for a file of src, or the changed test itself. */
function testsOf(file) {
  if (/^test\/.*\.test\.ts$/.test(file)) return existsSync(join(ROOT, file)) ? [file] : [];
  if (!/^src\//.test(file)) return [];
  for (let folder = dirname(file).replace(/^src/, 'test'); folder !== 'test'; folder = dirname(folder))
    if (hasTests(folder))
      return readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => join(folder, name));
  return [];
}

const found = [...new Set([...changed.flatMap(testsOf), ...RULES])];
const chosen = found.filter((file) => !SLOW.includes(file) || changed.includes(file));
console.log(`${changed.length} changed files, ${chosen.length} test files`);
for (const file of found) if (!chosen.includes(file)) console.log(`left out, because it takes long: ${file}`);
const { status } = spawnSync('npx', ['vitest', 'run', ...chosen], { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
