import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.ts') ? [path] : [];
  });
}

/** How a cache is made in these rooms: keyed by an object, or by what a request says. */
const MAKES_CACHE = /new WeakMap\b|byPath = new Map|const known = new Map/;

test('the table of caches in ARCHITECTURE.md names every file that keeps answers or what they are made of (law)', () => {
  const files = ['src/mock', 'src/server', 'src/journal'].flatMap((room) => filesIn(join(ROOT, room)));
  const keeping = files.filter((file) => MAKES_CACHE.test(readFileSync(file, 'utf8')));
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const rows = text.split('\n').slice(text.slice(0, text.indexOf('| cache | file |')).split('\n').length - 1);
  const table = rows.slice(0, rows.indexOf('')).join('\n');
  const named = [...table.matchAll(/`((?:mock|server|journal)\/[\w/-]+\.ts)`/g)].map(([, file]) => file ?? '');
  expect([...new Set(named)].sort()).toEqual(keeping.map((file) => relative(join(ROOT, 'src'), file)).sort());
});

test('no room but state asks a store which engine it is', () => {
  const files = filesIn(join(ROOT, 'src')).filter((file) => !relative(ROOT, file).startsWith('src/state/'));
  const asking = files.filter((file) => /\bstore\.(?:kind|name)\s*[!=]==?/.test(readFileSync(file, 'utf8')));
  expect(asking.map((file) => relative(ROOT, file))).toEqual([]);
});
