import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const BUILT = resolve(import.meta.dirname, '../../dist/console');
const sizeOf = (name: string): number => gzipSync(readFileSync(join(BUILT, name))).length;

it('the console without its editor has at most 45 kB gzip', () => {
  expect(sizeOf('page.js')).toBeGreaterThan(10_000);
  expect(sizeOf('page.js') + sizeOf('page.css')).toBeLessThanOrEqual(45_000);
});

it('the page does not hold the editor', () => {
  expect(readFileSync(join(BUILT, 'page.js'), 'utf8')).not.toContain('cm-editor');
  expect(readFileSync(join(BUILT, 'editor.js'), 'utf8')).toContain('cm-editor');
});
