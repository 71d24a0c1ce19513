import { readFile, rename, writeFile } from 'node:fs/promises';
import { StandinError } from '../../core/index.ts';
import { type BaselineEntry, readBaseline } from '../../findings/index.ts';
import { unreadable } from '../package/modules.ts';

/**
 * Reads a baseline file. If the run will write the file, a missing one counts as empty (`mayBeMissing`). Throws `config.invalid`.
 */
export async function readBaselineFile(path: string, mayBeMissing: boolean): Promise<readonly BaselineEntry[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (mayBeMissing && isMissing(cause)) return [];
    throw new StandinError('config.invalid', `The baseline ${path} cannot be read: ${unreadable(cause)}.`, {
      hint: 'Write a first one with --update-baseline.',
      cause,
    });
  }
  return readBaseline(text, path);
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/** Writes the entries of a baseline. Throws `report.unwritable`. */
export async function writeBaselineFile(path: string, entries: readonly BaselineEntry[]): Promise<void> {
  const text = `${JSON.stringify(entries, undefined, 2)}\n`;
  try {
    await writeFile(`${path}.part`, text);
    await rename(`${path}.part`, path);
  } catch (cause) {
    throw new StandinError('report.unwritable', `The baseline ${path} cannot be written: ${unreadable(cause)}.`, {
      cause,
    });
  }
}
