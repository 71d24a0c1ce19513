import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a URL in the browser of the user, or in `BROWSER`. Calls back if that cannot be started. */
export function openPage(url: string, failed: (reason: string) => void): void {
  const { BROWSER: named = '' } = process.env;
  const [program = '', ...args] = named === '' ? (OPENERS[process.platform] ?? ['xdg-open']) : [named];
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => failed(`No browser could be started with ${program}. The page is ${url}`));
  child.unref();
}
