import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = resolve(import.meta.dirname, 'documents');

/** The path of a document that lies unpacked in `documents/`. */
export const ownDocument = (name) => join(FOLDER, name);

/** Unpacks a published document into a temporary folder. `remove` deletes the folder. */
export function unpack(name) {
  const folder = mkdtempSync(join(tmpdir(), 'standin-clients-'));
  const path = join(folder, name);
  writeFileSync(path, gunzipSync(readFileSync(join(FOLDER, `${name}.gz`))));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
