import { createHash } from 'node:crypto';
import { lstat, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StandinError } from '../../core/index.ts';

/** An exclusive lock on a file. It ends with the process, even if that is killed. */
export interface FileLock {
  /** The same lock for another user. It is released when each user has released it. */
  share(): FileLock;
  release(): Promise<void>;
}

/** Maximum bytes of a socket path on all platforms, with room for a suffix. */
const LONGEST_PATH = 90;
const TRIES = 3;

/**
 * Locks a file for this process. The lock is a listening socket beside the file: the operating system
 * closes it when the process ends, even by SIGKILL, so a lock never outlives its holder. It works between
 * containers that share the folder on one machine, not between machines. Throws `state.unavailable` if the
 * lock is held, by this process or another one.
 */
export async function lockFile(path: string): Promise<FileLock> {
  const [beside, elsewhere] = await addressesFor(path);
  // A folder may be read-only, or on a file system without sockets.
  const server = (await lockAt(beside, path)) ?? (await lockAt(elsewhere, path));
  if (server === undefined)
    throw new StandinError('state.unavailable', `The state file ${path} cannot be locked.`, {
      hint: `A socket can be created neither in ${dirname(path)} nor in ${tmpdir()}.`,
    });
  return shareLock(() => new Promise((resolve) => server.close(() => resolve())));
}

function shareLock(unlock: () => Promise<void>): FileLock {
  let users = 1;
  const lock: FileLock = {
    share() {
      users += 1;
      return lock;
    },
    async release() {
      users -= 1;
      if (users === 0) await unlock();
    },
  };
  return lock;
}

/** The addresses of a file's socket: beside it, else in the folder for temporary files. */
async function addressesFor(path: string): Promise<readonly [beside: string, elsewhere: string]> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  const file = join(folder, basename(path));
  const name = `standin-${createHash('sha256').update(file).digest('hex').slice(0, 24)}.lock`;
  if (platform() === 'win32') return [`\\\\.\\pipe\\${name}`, `\\\\.\\pipe\\${name}`];
  const beside = `${file}.lock`;
  const elsewhere = join(tmpdir(), name);
  return [Buffer.byteLength(beside) <= LONGEST_PATH ? beside : elsewhere, elsewhere];
}

/** `undefined` where no socket can be made. */
async function lockAt(address: string, path: string): Promise<Server | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      return await listenAt(address);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return undefined;
    }
    if (await isHeld(address)) break;
    await removeStale(address);
  }
  throw new StandinError('state.unavailable', `The state file ${path} is in use by another mock.`, {
    hint: 'Stop the other mock, or choose another file. To share state between processes, use sqlite: or redis:.',
  });
}

function listenAt(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', reject);
    server.listen({ path: address, exclusive: true }, () => resolve(server));
  });
}

/** Whether a process listens there. The socket of a dead process refuses connections. */
function isHeld(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const finish = (held: boolean): void => {
      socket.destroy();
      resolve(held);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => finish(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

/** Another process may replace the socket at this moment and listen already. Its socket is then put back. */
async function removeStale(address: string): Promise<void> {
  const found = await lstat(address).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isSocket())
    throw new StandinError(
      'state.unavailable',
      `The state file cannot be locked: ${address} exists, but it is not a lock (a socket).`,
      {
        hint: 'Move it away, or choose another state file.',
      },
    );
  const folder = await mkdtemp(`${address}.`);
  const moved = join(folder, 's');
  try {
    await rename(address, moved);
    if (await isHeld(moved)) await rename(moved, address);
  } catch (error) {
    // Another process removed it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
