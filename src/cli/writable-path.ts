import type { Stats } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StandinError, unreadable } from '../library/index.ts';

/** Makes the folder of a file that is written later, and tries to write there. Throws `report.unwritable`, with `what` as the name of the file: `report`. */
export async function assertWritable(what: string, path: string): Promise<void> {
  const folder = dirname(resolve(path));
  const there = await stat(path).catch(() => undefined);
  if (isDevice(there)) return;
  if (there?.isDirectory() === true)
    throw new StandinError('report.unwritable', `The ${what} ${path} cannot be written: it is a folder.`, {
      hint: `Name a file in that folder: ${join(path, what.replaceAll(' ', '-'))}.`,
    });
  try {
    await mkdir(folder, { recursive: true });
    await tryOpen(`${path}.part`);
  } catch (cause) {
    throw new StandinError('report.unwritable', `The ${what} ${path} cannot be written: ${unreadable(cause)}.`, {
      hint: `The folder ${folder} must exist and be writable.`,
      cause,
    });
  }
}

/** Opens a file next to the one that is written later. One that is there already stays as it is. */
async function tryOpen(part: string): Promise<void> {
  const there = await stat(part).catch(() => undefined);
  await (await open(part, 'a')).close();
  if (there === undefined) await rm(part, { force: true });
}

/** Whether the path is a device such as `/dev/stdout`, which cannot be replaced by a file. */
export function isDevice(there: Stats | undefined): boolean {
  return there !== undefined && !there.isFile() && !there.isDirectory();
}
