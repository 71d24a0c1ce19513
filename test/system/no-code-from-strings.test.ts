import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { MAIN } from './command.ts';

const FLAG = '--disallow-code-generation-from-strings';
const LIBRARY = MAIN.replace('cli/main.js', 'library/index.js');

test.each([['mock', '--port', '0'], ['check', 'http://127.0.0.1:1'], ['inspect']])(
  'standin %s says that it cannot validate where no schema can be compiled, and does not start',
  (...args) => {
    const ended = spawnSync(process.execPath, [FLAG, MAIN, ...args], { encoding: 'utf8', timeout: 60_000 });
    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('Schemas cannot be compiled');
    expect(ended.stderr).toContain(FLAG);
  },
);

test('a mock made in a program is refused, too', () => {
  const program = `
    import { createMock } from ${JSON.stringify(LIBRARY)};
    await createMock({}).then(() => console.log('made'), (error) => console.log(error.name, error.code));`;
  const ended = spawnSync(process.execPath, [FLAG, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(ended.stdout.trim()).toBe('StandinError engine.restricted');
});
