import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { MAIN } from '../system/command.ts';
import { folder } from '../system/folder.ts';

const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

test.skipIf(!hasTerminal)(
  'in a real terminal, keys show help, reset, log and quit, in lines of 80 columns',
  async () => {
    const child = spawn('script', ['-qec', `'${process.execPath}' '${MAIN}' mock --petstore --port 0`, '/dev/null'], {
      cwd: await folder({}),
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TERM: 'xterm', NO_COLOR: '1', GITHUB_ACTIONS: '', CI: '' },
    });
    const ended = once(child, 'close');
    let screen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
    const shows = async (text: string): Promise<void> => {
      while (!screen.includes(text)) {
        if (child.exitCode !== null) throw new Error(`The mock ended before it printed ${text}:\n${screen}`);
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    };
    await shows('h for help');
    const [, url = ''] = /(http:\S+)\/pets/.exec(screen) ?? [];
    child.stdin.write('h');
    await shows('q  quit');
    child.stdin.write('l');
    await shows('log on');
    expect((await fetch(`${url}/pets/1`, { method: 'DELETE' })).status).toBe(204);
    await shows('DELETE /pets/1');
    expect((await fetch(`${url}/pets/1`)).status).toBe(404);
    child.stdin.write('r');
    await shows('first records again');
    expect((await fetch(`${url}/pets/1`)).status).toBe(200);
    child.stdin.write('q');
    expect(await ended).toEqual([0, null]);
    expect(screen.split(/\r?\n/).filter((line) => line.length > 80)).toEqual([]);
  },
);
