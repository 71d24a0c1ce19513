import type { Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MOST_FILES = 2_000;
const DEEPEST = 3;
const LEFT_OUT = new Set(['node_modules', 'dist', 'build', 'coverage', 'vendor']);
/** `openapi: 3.1.0` or `"swagger": "2.0"`, at the start of a file. */
const MARK = /^\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m;
const READ = 16_384;

/** OpenAPI documents in a folder and the folders in it, those with fewer folders in their path first. */
export async function findDocuments(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  let read = 0;
  for (const name of await filesIn(folder)) {
    read += 1;
    if (read > MOST_FILES) break;
    if (await isDocument(join(folder, name))) found.push(name);
  }
  return found;
}

/** JSON and YAML files, level by level. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  let level = ['.'];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const path of level)
      for (const entry of await entriesOf(join(folder, path))) {
        const name = join(path, entry.name);
        if (entry.isDirectory()) next.push(name);
        else if (/\.(ya?ml|json)$/i.test(entry.name)) files.push(name);
      }
    level = next;
  }
  return files;
}

async function entriesOf(path: string): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => !name.startsWith('.') && !LEFT_OUT.has(name))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

async function isDocument(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(READ), 0, READ, 0);
      const text = buffer.toString('utf8', 0, bytesRead);
      // A document without line breaks has its mark anywhere.
      return MARK.test(text) || /^\s*\{.*"(?:openapi|swagger)"\s*:\s*"[23]\./.test(text);
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
