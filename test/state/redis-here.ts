import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';

const from = process.env['STANDIN_TEST_MODULES'];

export const RESOLVE_REDIS: { readonly resolveFrom?: string } = from === undefined ? {} : { resolveFrom: from };

/** What keeps the Redis engine from being tested here; `undefined` if nothing does. */
export const missingRedis: string | undefined = !canResolve()
  ? '@redis/client is not installed'
  : !canRun()
    ? 'there is no redis-server; Debian has it as redis-server'
    : undefined;

function canResolve(): boolean {
  const require = createRequire(from === undefined ? import.meta.url : `${from}/x.js`);
  try {
    require.resolve('@redis/client');
    return true;
  } catch {
    return false;
  }
}

function canRun(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** A Redis of one's own on a free loopback port. */
export interface OwnRedis {
  readonly url: string;
  readonly port: number;
  /** Says something to it as a client of its own would. */
  tell(...words: string[]): Promise<string>;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Again, on the same port; knowing nothing, unless it has a folder. */
  restart(): Promise<void>;
}

/** Given a folder, it writes there what it is told before it says so, and knows it again after a restart. */
export async function startRedis(folder?: string): Promise<OwnRedis> {
  const port = await freePort();
  let server = await start(port, folder);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    tell: (...words) => tell(port, words),
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async kill() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    },
    async restart() {
      server = await start(port, folder);
    },
  };
}

async function start(port: number, folder: string | undefined): Promise<ChildProcess> {
  const kept = folder === undefined ? ['no'] : ['yes', '--appendfsync', 'always', '--dir', folder];
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', ...kept];
  const server = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const bytes of server.stdout) {
    said += bytes;
    if (said.includes('Ready to accept connections')) break;
  }
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function tell(port: number, words: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}
