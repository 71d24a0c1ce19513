import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Json, StandinError } from '../../core/index.ts';
import { isObject, parseJson, stringifyJson } from '../../wire/index.ts';
import { snapshotFault } from '../model/snapshot-fault.ts';
import type { Snapshot, Store } from '../model/store.ts';

/** Snapshots by the names of their worlds. */
export type Worlds = Readonly<Record<string, Snapshot>>;

/** First line of a file: its type, the version of its layout, and the checksum of the rest. */
const HEADER = /^standin-state (\d+) sha256=([0-9a-f]{64})$/;
const LAYOUT = 1;

/** Writes all worlds of the store to a file, atomically. Throws `state.full`, `state.unavailable`. */
export async function saveState(store: Store, path: string): Promise<void> {
  const worlds: Record<string, Snapshot> = Object.create(null);
  for (const { name } of await store.worlds()) worlds[name] = await (await store.world(name)).snapshot();
  await writeStateFile(path, worlds);
}

/**
 * Restores all worlds from a file; `false` if the file does not exist. Throws `state.damaged`,
 * `state.unavailable`.
 */
export async function loadState(store: Store, path: string): Promise<boolean> {
  const worlds = await readStateFile(path);
  if (worlds === undefined) return false;
  for (const [name, snapshot] of Object.entries(worlds)) await (await store.world(name)).restore(snapshot);
  return true;
}

/** Name of the file in the temporary folder of a save, before it is renamed. */
const TEMPORARY = 'state';

/**
 * Removes temporary files of killed processes. Requires the file's lock, so that no other process is
 * saving.
 */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    // `mkdtemp` adds six characters.
    if (!name.startsWith(prefix) || !/^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length))) continue;
    const leftover = join(folder, name);
    const content = await readdir(leftover).catch(() => undefined);
    if (content?.length === 1 && content[0] === TEMPORARY && (await isOurs(join(leftover, TEMPORARY))))
      await rm(leftover, { recursive: true, force: true });
    // `rmdir` keeps a folder that is not empty.
    else if (content?.length === 0) await rmdir(leftover).catch(() => undefined);
  }
}

/** Whether a file begins like a state file, as far as it was written. */
async function isOurs(path: string): Promise<boolean> {
  const begin = Buffer.from('standin-state ');
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(begin.length), 0, begin.length, 0);
    return buffer.subarray(0, bytesRead).equals(begin.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/**
 * Writes a file beside it, flushes it, and renames it: a crash at any point leaves the old file or the new
 * one.
 */
export async function writeStateFile(path: string, worlds: Worlds): Promise<void> {
  // Snapshots are plain data.
  const text = stringifyJson({ worlds } as unknown as Json);
  let folder: string | undefined;
  try {
    folder = await mkdtemp(`${path}.`);
    const temporary = join(folder, TEMPORARY);
    await writeFlushed(temporary, `standin-state ${LAYOUT} sha256=${digest(text)}\n${text}`);
    await rename(temporary, path);
    await flushFolder(dirname(path));
  } catch (error) {
    throw fileError(error, path, 'written');
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * `undefined` if the file does not exist. Throws `state.damaged` if the checksum or the content is wrong,
 * `state.unavailable`.
 */
export async function readStateFile(path: string): Promise<Worlds | undefined> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fileError(error, path, 'read');
  }
  const end = content.indexOf('\n');
  const [, layout, sum] = HEADER.exec(content.slice(0, Math.max(end, 0))) ?? [];
  if (layout === undefined) throw damageError(path, 'its header is missing');
  if (Number(layout) > LAYOUT) {
    throw new StandinError('state.unavailable', `The state file ${path} was written by a newer standin.`);
  }
  const text = content.slice(end + 1);
  if (digest(text) !== sum) throw damageError(path, 'its checksum does not match');
  const parsed = parseJson(text, { maxDepth: 100_000 });
  const fault = parsed.ok ? faultOf(parsed.value) : parsed.reason;
  if (!parsed.ok || fault !== undefined) throw damageError(path, fault ?? '');
  // `faultOf` has validated it.
  return (parsed.value as unknown as { worlds: Worlds }).worlds;
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without this, a power failure may undo the rename. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const damageError = (path: string, why: string): StandinError =>
  new StandinError('state.damaged', `The state file ${path} is damaged: ${why}.`, {
    hint: 'Restore it from a copy, or delete it to start with empty state.',
  });

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder'],
  ['EISDIR', 'it is a folder'],
]);

function fileError(error: unknown, path: string, what: 'read' | 'written'): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StandinError('state.full', `The state file ${path} cannot be written: the disk is full.`, {
      cause: error,
    });
  }
  return new StandinError(
    'state.unavailable',
    `The state file ${path} cannot be ${what}: ${REASONS.get(code) ?? message}.`,
    {
      cause: error,
    },
  );
}

/** Why a value is not the content of a state file; undefined if it is. */
function faultOf(value: Json): string | undefined {
  const worlds = isObject(value) ? value['worlds'] : undefined;
  if (!isObject(worlds)) return 'it holds no worlds';
  for (const [name, world] of Object.entries(worlds)) {
    const fault = snapshotFault(world);
    if (fault !== undefined) return `in world ${name}, ${fault}`;
  }
  return undefined;
}
