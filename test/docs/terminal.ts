import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN, start } from '../system/command.ts';
import { freePort } from './free-port.ts';
import { ROOT } from './page.ts';

/** A service that answers an id as a string. Its control routes are elsewhere, so that a check takes it for a stranger. */
const WRONG =
  "export default { behaviours: { listBooks: (call) => call.reply(200, [{ id: '7', title: 'Emma', genre: 'novel' }]) } };";

/** The lines of a terminal, with their colours, as the commands of the picture print them. */
export async function terminalLines(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-terminal-'));
  copyFileSync(join(ROOT, 'examples/openapi.yaml'), join(folder, 'openapi.yaml'));
  writeFileSync(join(folder, 'wrong.mjs'), WRONG);
  const [port, other] = [await freePort(), await freePort()];
  const coloured = { NO_COLOR: undefined, FORCE_COLOR: '1' } as unknown as Record<string, string>;
  const mock = start(['mock', 'openapi.yaml', '--port', port], folder, coloured);
  const service = start(
    ['mock', 'openapi.yaml', '--mocks', './wrong.mjs', '--control-prefix', '/_x', '--port', other],
    folder,
  );
  try {
    const banner = await mock.until(/Stop: +Ctrl-C/);
    await service.until(/Stop: +Ctrl-C/);
    const post = (body: string): Promise<string> =>
      output('curl', ['-s', `127.0.0.1:${port}/books`, '--json', body], folder);
    const found = await output(
      process.execPath,
      [MAIN, 'check', `http://127.0.0.1:${other}`, '--operation', 'listBooks', '--phase', 'coverage'],
      folder,
    );
    return [
      typed('npx standin mock openapi.yaml'),
      ...banner.split('\n').filter((line) => /Books|operations|Try|Page/.test(line)),
      '',
      typed('curl 127.0.0.1:4010/books --json \'{ "title": "Emma", "genre": "novel" }\''),
      await post('{ "title": "Emma", "genre": "novel" }'),
      typed('curl 127.0.0.1:4010/books --json \'{ "title": "Emma", "genre": "comic" }\''),
      await post('{ "title": "Emma", "genre": "comic" }'),
      '',
      typed('npx standin check http://127.0.0.1:3000 --operation listBooks --phase coverage'),
      ...found
        .slice(found.indexOf('Findings') - 4)
        .split('\n')
        .filter((line) => !/Covered/.test(line)),
    ]
      .flatMap((text) => text.trimEnd().split('\n'))
      .map((line) =>
        line
          .replaceAll(port, '4010')
          .replaceAll(other, '3000')
          .replace(/\(\d+ requests.*?\)/, ''),
      );
  } finally {
    await mock.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const typed = (command: string): string => `\u001B[32m$\u001B[39m \u001B[1m${command}\u001B[22m`;

function output(command: string, args: readonly string[], folder: string): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '1', GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' };
  delete env['NO_COLOR'];
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: folder, env });
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.on('close', () => done(out));
  });
}
