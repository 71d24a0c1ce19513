import { readFile as readFromDisk, realpath as realpathOnDisk } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StandinError } from '../core/index.ts';
import type { Api } from './api.ts';
import { createApi } from './create-api.ts';
import { decodeText } from './decode-text.ts';
import { createFileSet } from './file-set.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { wrapApi } from './parse.ts';
import { parseFile } from './parse-file.ts';

export interface LoadOptions {
  /** Folder that a relative path starts from. */
  readonly cwd?: string;
  readonly limits?: Partial<Limits>;
}

/** Reads a document from a path or a `file:` URL, or takes one that was parsed already. */
export async function loadApi(source: string | URL | object, options: LoadOptions = {}): Promise<Api> {
  if (typeof source === 'object' && !(source instanceof URL)) return wrapApi(source);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const said = String(source);
  const file = path.resolve(options.cwd ?? '.', said.startsWith('file:') ? new URL(said).pathname : said);
  const text = decodeText(path.basename(file), await read(file, said));
  const entry = parseFile(path.basename(file), pathToFileURL(await realpathOnDisk(file)).href, text, limits);
  return createApi(createFileSet([entry]), said);
}

async function read(file: string, said: string): Promise<Uint8Array> {
  try {
    return await readFromDisk(file);
  } catch (cause) {
    throw new StandinError('document.unreadable', `${said} cannot be read`, { cause });
  }
}
