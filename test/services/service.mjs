import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../dist/src/cli/main.js');
export const PYTHON = '/usr/bin/python3';

/** Whether Debian's Python has a module. */
export function hasPython(module) {
  return existsSync(PYTHON) && spawnSync(PYTHON, ['-c', `import ${module}`]).status === 0;
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'standin-service-'));

/** A port that was free a moment ago, for services that cannot take port 0. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a process and waits until `url` answers, or until it prints one, and until it is `ready`. */
export async function start(command, args, { url, cwd, env = {}, ready = answers } = {}) {
  const child = spawn(command, args, {
    cwd: cwd ?? import.meta.dirname,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let ended = false;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  child.on('exit', () => (ended = true));
  const deadline = Date.now() + 60_000;
  for (;;) {
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    const address = url ?? found;
    if (address !== undefined && (await ready(address).catch(() => false)))
      return { url: address, stop: () => stop(child) };
    if (ended || Date.now() > deadline)
      throw new Error(`${command} ${args.join(' ')} did not start: ${printed.slice(-2000)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function answers(url) {
  await fetch(url);
  return true;
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(late);
}

/** Runs `standin check` and gives its summary. The document is a URL, a path or an object. */
export async function check(url, document, flags = []) {
  const folder = newFolder();
  const report = join(folder, 'report.json');
  let file = document;
  if (typeof document !== 'string') {
    file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
  }
  const child = spawn(process.execPath, [MAIN, 'check', url, file, '--report', `json=${report}`, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  await once(child, 'exit');
  try {
    return { ...summaryIn(readFileSync(report, 'utf8')), printed };
  } catch (cause) {
    throw new Error(`standin check gave no report: ${printed.slice(-2000)}`, { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The json report has an event a line; the last one holds the summary. */
function summaryIn(text) {
  return JSON.parse(text.trim().split('\n').at(-1)).summary;
}
