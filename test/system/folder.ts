import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];
afterAll(async () => {
  for (const path of made.splice(0)) await rm(path, { recursive: true, force: true });
});

/** A folder of these files, by name and text, until the tests of the file are over. */
export async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'standin-folder-'));
  made.push(path);
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return path;
}

/** The files of a folder, by name and text. */
export async function contentsOf(path: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(path);
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}
