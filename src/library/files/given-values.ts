import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GivenValues } from '../../contract/index.ts';
import { StandinError } from '../../core/index.ts';
import { parseData } from '../../spec/index.ts';
import { isObject } from '../../wire/index.ts';
import { loadModule, unreadable } from '../package/modules.ts';

const HINT = 'It must contain values by place: { "createPet#/body/name": "Rex", "Pet.status": ["available", "sold"] }.';

/**
 * Reads values from a YAML or JSON file, or from a module with them as default export. They may be under
 * `values`. Throws `config.invalid`.
 */
export async function readGivenValues(path: string, cwd: string): Promise<GivenValues> {
  const unread = (cause: unknown): StandinError =>
    new StandinError('config.invalid', `The file of values ${path} cannot be read: ${unreadable(cause)}.`, { cause });
  const isModule = /\.[cm]?[jt]s$/.test(path);
  const loaded = isModule
    ? await loadModule(path, cwd).catch((cause: unknown) => Promise.reject(unread(cause)))
    : parseData(
        path,
        await readFile(resolve(cwd, path), 'utf8').catch((cause: unknown) => Promise.reject(unread(cause))),
      ).value;
  const values =
    isObject(loaded as never) && 'values' in (loaded as object) ? (loaded as { values: unknown }).values : loaded;
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new StandinError('config.invalid', `The file of values ${path} does not hold an object.`, { hint: HINT });
  return values as GivenValues;
}
