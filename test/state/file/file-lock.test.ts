import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFile } from '../../../src/state/index.ts';

const child = fileURLToPath(new URL('../lock-child.ts', import.meta.url));
const HELD = { code: 'state.unavailable', message: expect.stringContaining('in use by another mock') };

describe('the lock of a file', () => {
  let folder: string;
  let path: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'standin-lock-'));
    path = join(folder, 'state.json');
  });
  afterEach(() => {
    for (const each of children.splice(0)) each.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function holder(): Promise<ChildProcess> {
    const started = spawn(process.execPath, ['--import', 'jiti/register', child, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: dirname(child),
    });
    children.push(started);
    await once(started.stdout as NodeJS.ReadableStream, 'data');
    return started;
  }

  it('is held by one user of a process at a time', async () => {
    const lock = await lockFile(path);
    await expect(lockFile(path)).rejects.toMatchObject(HELD);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await (await lockFile(path)).release();
  });

  it('is released by the last of those that share it', async () => {
    const lock = await lockFile(path);
    const same = lock.share();
    await lock.release();
    await expect(lockFile(path)).rejects.toMatchObject(HELD);
    await same.release();
    await (await lockFile(path)).release();
  });

  it('is held by another process until that ends, frozen or not, and is taken over when it was killed', async () => {
    const other = await holder();
    await expect(lockFile(path)).rejects.toMatchObject(HELD);
    other.kill('SIGSTOP');
    await expect(lockFile(path)).rejects.toMatchObject(HELD);
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    expect(readdirSync(folder)).toEqual(['state.json.lock']);
    await (await lockFile(path)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over by one only, when many find a lock that was left behind', async () => {
    const other = await holder();
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockFile(path)));
    const taken = all.filter((each) => each.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    await expect(lockFile(path)).rejects.toMatchObject(HELD);
    for (const { value } of taken) await value.release();
  });

  it('is the same for one file by two paths', async () => {
    const lock = await lockFile(path);
    mkdirSync(join(folder, 'inner'));
    await expect(lockFile(join(folder, 'inner', '..', 'state.json'))).rejects.toMatchObject(HELD);
    await lock.release();
  });

  it('stands elsewhere where the path is too long for a socket', async () => {
    path = join(folder, 'x'.repeat(120), 'state.json');
    mkdirSync(dirname(path));
    const lock = await lockFile(path);
    expect(readdirSync(dirname(path))).toEqual([]);
    await expect(lockFile(path)).rejects.toMatchObject(HELD);
    await lock.release();
    await (await lockFile(path)).release();
  });

  it('never removes a file of another program that has its name', async () => {
    writeFileSync(`${path}.lock`, 'mine');
    await expect(lockFile(path)).rejects.toMatchObject({
      code: 'state.unavailable',
      message: expect.stringContaining('is not a lock (a socket)'),
    });
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe('mine');
  });
});
