import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ cpu: number, rss: number, heapUsed: number, maxRss: number }} Usage CPU in µs, memory in bytes.
 * @typedef {object} Server
 * @property {string} url
 * @property {() => Promise<Usage>} usage
 * @property {() => Promise<void>} stop
 */

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));
const PATIENCE = 60_000;

/**
 * Starts a server in a process of its own. It says where it is (`http://…` on its output), or is given a port and asked until it answers.
 * @param {{ args: readonly string[], env?: Record<string, string>, port?: number, ready?: string, patience?: number }} how `patience` in milliseconds
 * @returns {Promise<Server>}
 */
export async function startServer({ args, env = {}, port, ready = '/', patience = PATIENCE }) {
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: '', NO_COLOR: '1', ...env },
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
  });
  gone.catch(() => undefined);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await ended;
    clearTimeout(timer);
  };
  try {
    const url = await Promise.race([
      port === undefined ? saidUrl(child) : answering(port, ready),
      gone,
      tooLong(patience),
    ]);
    return { url, usage: () => usageOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function saidUrl(child) {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/[\w.:[\]]+/.exec(text);
      if (found !== null) resolve(found[0]);
    });
  });
}

/** @param {number} port @param {string} path */
async function answering(port, path) {
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    try {
      await (await fetch(url + path)).arrayBuffer();
      return url;
    } catch {
      // Not listening yet.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** @param {number} patience @returns {Promise<never>} */
function tooLong(patience) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the server did not start in time')), patience).unref();
  });
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<Usage>} */
async function usageOf(child) {
  const answer = once(child, 'message');
  child.send('usage');
  const [usage] = await answer;
  return usage;
}

/** A port that is free now: for servers that cannot take any free one themselves. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return address.port;
}
