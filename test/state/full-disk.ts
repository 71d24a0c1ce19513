import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine lets us make a small disk: Linux, and root. */
export const canMount: boolean = process.platform === 'linux' && process.getuid?.() === 0 && tryMount();

/** Calls `use` with a folder on a disk of so many kilobytes of its own. */
export async function onSmallDisk(kilobytes: number, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'standin-test', folder], { stdio: 'pipe' });
  try {
    await use(folder);
  } finally {
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From now on nobody may write there, not even root. */
export function readOnly(disk: string): void {
  execFileSync('mount', ['-o', 'remount,ro', disk], { stdio: 'pipe' });
}

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'standin-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'standin-test', folder], { stdio: 'pipe' });
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
