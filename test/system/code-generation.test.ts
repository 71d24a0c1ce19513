import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

test.each([['mock', '--port', '0'], ['check', '--self'], ['inspect']])(
  '`%s` refuses to start where code may not be made from strings',
  (...command) => {
    const main = join(ROOT, 'dist/src/cli/main.js');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--disallow-code-generation-from-strings', main, ...command.filter((each) => each !== undefined)],
      { encoding: 'utf8', timeout: 30_000, env: { ...process.env, NO_COLOR: '1' } },
    );
    expect(stderr).toContain('does not allow code generation from strings');
    expect(stderr).toContain('--disallow-code-generation-from-strings');
    expect(status).toBe(2);
  },
);
