import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Json, StandinError } from '../../core/index.ts';
import type { Mocks } from '../../mock/index.ts';
import { nearFile, parseData } from '../../spec/index.ts';
import { parseJson } from '../../wire/index.ts';
import { checkedMocks } from './checked-mocks.ts';
import { ownModule } from './package.ts';

/**
 * Loads a module of the user, also TypeScript without a build; `standin` in it is this package. The module
 * is loaded anew each time.
 */
export async function loadModule(path: string, cwd: string): Promise<unknown> {
  const file = resolve(cwd, path);
  await readFile(file);
  const [{ createJiti }, standin] = await Promise.all([import('jiti'), import(pathToFileURL(ownModule('entry')).href)]);
  const jiti = createJiti(import.meta.url, {
    moduleCache: false,
    fsCache: false,
    interopDefault: true,
    virtualModules: { standin },
  });
  return jiti.import(file, { default: true });
}

/** The module's default export, checked as mocks. Throws `mocks.invalid`. */
export async function loadMocks(path: string, cwd: string): Promise<Mocks> {
  let loaded: unknown;
  try {
    loaded = path.endsWith('.js') && path === resolve(path) ? await importBuilt(path) : await loadModule(path, cwd);
  } catch (error) {
    throw new StandinError(
      'mocks.invalid',
      `The mocks module ${path} cannot be loaded: ${unreadable(error)}${lineOf(error, resolve(cwd, path))}`,
      {
        hint: 'It must export defineMocks({ … }) as its default.',
        cause: error,
      },
    );
  }
  return checkedMocks(loaded, path);
}

/** Built mocks of this package need no transformation and should load fast. */
async function importBuilt(path: string): Promise<unknown> {
  const module: { default?: unknown } = await import(pathToFileURL(path).href);
  return module.default;
}

/** Reads a JSON or YAML data file. Throws `data.invalid`. */
export async function loadData(path: string, cwd: string): Promise<Readonly<Record<string, Json>>> {
  const file = resolve(cwd, path);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StandinError('data.invalid', `The data file ${path} cannot be read: ${unreadable(cause)}`, { cause });
  });
  const value = /\.ya?ml$/i.test(file) ? fromYaml(path, text) : fromJson(path, text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new StandinError(
      'data.invalid',
      `The data file ${path} must contain an object: resource names as keys, arrays of entities as values.`,
    );
  return value as Readonly<Record<string, Json>>;
}

function fromJson(path: string, text: string): Json {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new StandinError(
    'data.invalid',
    `The data file ${path} is not JSON: ${parsed.reason} (${path}:${placeAt(text, parsed.offset)}).`,
    { hint: 'YAML is read from files that end in .yaml or .yml.' },
  );
}

/** Line and column of an offset, both from 1. */
function placeAt(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

function fromYaml(path: string, text: string): Json {
  try {
    // The reader of documents returns only JSON values.
    return parseData(path, text).value as Json;
  } catch (cause) {
    throw new StandinError('data.invalid', `The data file ${path} cannot be read: ${firstLine(cause)}`, { cause });
  }
}

/** Why a file cannot be read, in words that do not depend on the operating system where possible. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `there is no such file or folder${nearFile(error)}`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of its path is a file, not a folder';
  return code === 'EISDIR' ? 'it is a folder' : firstLine(error);
}

/** Line and column where a module failed, in parentheses; empty where the error has none. */
export function lineOf(error: unknown, file: string): string {
  const errorText = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  const at = errorText.indexOf(`${file}:`);
  const [line] = at < 0 ? [] : (/^\d+/.exec(errorText.slice(at + file.length + 1)) ?? []);
  return line === undefined ? '' : ` (line ${line})`;
}

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? text).trim();
}
