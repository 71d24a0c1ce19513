import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHECK_OPTIONS, DIFF_OPTIONS, GATE_OPTIONS, MOCK_OPTIONS } from '../../src/library/index.ts';
import { MAIN } from '../system/command.ts';

const scriptFor = (shell: string): string =>
  execFileSync(process.execPath, [MAIN, 'completion', shell], { encoding: 'utf8' });
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'standin-completion-'));
writeFileSync(join(folder, 'openapi.yaml'), 'openapi: 3.1.0\n');

/** What is offered after the typed words, of which the last one is unfinished. */
type Complete = (...words: readonly string[]) => readonly string[];

const SHELLS: Readonly<Record<string, (script: string) => Complete>> = {
  bash:
    (script) =>
    (...words) => {
      const file = join(folder, 'standin.bash');
      writeFileSync(file, script);
      const ask = `source ${file}; COMP_WORDS=(standin ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _standin; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return lines(execFileSync('bash', ['--norc', '-c', ask], { cwd: folder, encoding: 'utf8' }));
    },
  fish:
    (script) =>
    (...words) => {
      const file = join(folder, 'standin.fish');
      writeFileSync(file, script);
      const ask = `source ${file}; complete -C 'standin ${words.join(' ')}'`;
      return lines(execFileSync('fish', ['--no-config', '-c', ask], { cwd: folder, encoding: 'utf8' })).map(
        (line) => line.split('\t', 1)[0] ?? '',
      );
    },
};

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

describe.each(Object.keys(SHELLS))('completion in %s', (shell) => {
  let complete: Complete = () => [];
  beforeAll(() => {
    if (has(shell)) complete = SHELLS[shell]?.(scriptFor(shell)) ?? complete;
  });

  it.skipIf(!has(shell))('offers commands, flags, their values, checks and files', () => {
    expect(complete('che')).toEqual(expect.arrayContaining(['check', 'checks']));
    expect(complete('mock', '--po')).toEqual(['--port']);
    expect(complete('mock', '--auth', '')).toEqual(expect.arrayContaining(['off', 'document', 'required']));
    expect(complete('check', '--phase', 'life')).toEqual(['lifecycle']);
    expect(complete('checks', 'schema.ty')).toEqual(['schema.type']);
    expect(complete('completion', 'fi')).toEqual(['fish']);
    expect(complete('mock', 'open')).toContain('openapi.yaml');
  });
});

it.skipIf(!has('zsh'))('the script for zsh is read without an error, and registers itself', () => {
  const file = join(folder, '_standin');
  writeFileSync(file, scriptFor('zsh'));
  const ask = `autoload -Uz compinit; compinit -u -d ${folder}/dump; source ${file}; print $_comps[standin]`;
  expect(execFileSync('zsh', ['-f', '-c', ask], { encoding: 'utf8' }).trim()).toBe('_standin');
});

it.each(['bash', 'zsh', 'fish', 'powershell'])('the script for %s has every flag', (shell) => {
  const script = scriptFor(shell);
  for (const { flag } of [
    ...Object.values(MOCK_OPTIONS),
    ...Object.values(CHECK_OPTIONS),
    ...Object.values(DIFF_OPTIONS),
    ...Object.values(GATE_OPTIONS),
  ]) {
    const [, name = ''] = /--([\w-]+)/.exec(flag ?? '') ?? [];
    if (name !== '') expect(script).toContain(shell === 'fish' ? `-l ${name}` : `--${name}`);
  }
});

it('another shell is refused with those that there are', () => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'completion', 'tcsh'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('bash, zsh, fish, powershell');
});
