import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ERRORS } from '../../src/library/index.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('every code of an error is thrown somewhere (law)', () => {
  const own = join('src', 'core', 'errors.ts');
  const texts = sources('src')
    .filter((file) => file !== own)
    .map(read);
  const unused = Object.keys(ERRORS).filter((code) => !texts.some((text) => text.includes(`'${code}'`)));
  expect(unused).toEqual([]);
});

test('every state engine is held to the whole suite (law)', () => {
  const engines = readdirSync(join(ROOT, 'src/state')).filter((name) =>
    existsSync(join(ROOT, `src/state/${name}/${name}-store.ts`)),
  );
  expect(engines.length).toBeGreaterThan(2);
  const held = engines.filter((name) => read(`test/state/${name}/${name}-store.test.ts`).includes('conformance({'));
  expect(held).toEqual(engines);
});
