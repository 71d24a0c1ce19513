import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ContractOptions, FixtureId } from '../../contract/index.ts';
import { StandinError } from '../../core/index.ts';
import { parseData } from '../../spec/index.ts';
import { unreadable } from '../package/modules.ts';

type Fixtures = NonNullable<ContractOptions['fixtures']>;

/** Reads a file of existing records, by resource: `pets: [1, 2]`. Throws `config.invalid` with the place. */
export async function readFixtures(path: string, cwd: string): Promise<Fixtures> {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((cause: unknown) => {
    throw new StandinError('config.invalid', `The fixtures ${path} cannot be read: ${unreadable(cause)}.`, { cause });
  });
  const data = parseData(path, text);
  const wrong = (pointer: string, message: string): StandinError =>
    new StandinError('config.invalid', `${path}:${data.positionOf(pointer)?.line ?? 1}: ${message}`, {
      hint: 'Write ids by resource, or all path parameters of a record: pets: [1, 2], visits: [{ petId: 1, visitId: 4 }].',
    });
  if (typeof data.value !== 'object' || data.value === null || Array.isArray(data.value))
    throw wrong('', 'the file must contain an object.');
  for (const [name, ids] of Object.entries(data.value)) {
    if (!Array.isArray(ids)) throw wrong(`/${name}`, `\`${name}\` must be a list of ids.`);
    ids.forEach((id: unknown, index) => {
      if (!isFixture(id)) throw wrong(`/${name}/${index}`, `this is not an id of \`${name}\`.`);
    });
  }
  return data.value as Fixtures; // Every part has been validated above.
}

function isFixture(id: unknown): id is FixtureId {
  if (typeof id === 'object' && id !== null) return !Array.isArray(id) && Object.values(id).every(isScalar);
  return isScalar(id);
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
