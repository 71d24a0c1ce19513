import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StandinError } from '../../core/index.ts';
import { type Api, suggestion } from '../../spec/index.ts';
import { type ClientUse, readUsage, USAGE_KINDS, type UsageKind } from '../../traffic/index.ts';
import { unreadable } from '../package/modules.ts';

/** A file of recorded traffic or contracts, or a folder of such files. */
export interface UsageFile {
  readonly kind: UsageKind;
  readonly path: string;
}

/** Reads `har=monday.har`. Throws `usage`. */
export function parseUsageFile(text: string): UsageFile {
  const [, word = '', file = ''] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const kind = USAGE_KINDS.find((each) => each === word);
  if (kind === undefined)
    throw new StandinError('usage', `\`${text}\` is not kind=path.`, {
      hint:
        word === '' ? `Kinds: ${USAGE_KINDS.join(', ')}, as in har=monday.har.` : suggestion(word, [...USAGE_KINDS]),
    });
  return { kind, path: file };
}

/** The uses of all files together. */
export interface UsageOfFiles {
  readonly uses: readonly ClientUse[];
  readonly notes: readonly string[];
  readonly unjudged: number;
}

/**
 * Reads files; of a folder all `.json` and `.har` files, sorted by name. Throws `data.invalid` with file
 * and place.
 */
export async function readUsageFiles(api: Api, files: readonly UsageFile[], cwd: string): Promise<UsageOfFiles> {
  const uses: ClientUse[] = [];
  const notes: string[] = [];
  let unjudged = 0;
  for (const { kind, path: named } of files)
    for (const file of await filesOf(named, cwd)) {
      const read = readUsage(api, { kind, file, text: await textOf(path.resolve(cwd, file), file) });
      for (const use of read.uses) uses.push(use);
      notes.push(...read.notes);
      unjudged += read.unjudged;
    }
  return { uses, notes, unjudged };
}

async function filesOf(named: string, cwd: string): Promise<readonly string[]> {
  const whole = path.resolve(cwd, named);
  const isFolder = await stat(whole).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [named];
  const names = (await readdir(whole)).filter((name) => /\.(json|har)$/i.test(name)).sort();
  if (names.length === 0) throw new StandinError('data.invalid', `The folder ${named} holds no .json or .har file.`);
  return names.map((name) => path.join(named, name));
}

async function textOf(whole: string, named: string): Promise<string> {
  return readFile(whole, 'utf8').catch((cause: unknown) => {
    throw new StandinError('data.invalid', `${named} cannot be read: ${unreadable(cause)}.`, { cause });
  });
}
