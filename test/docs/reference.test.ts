import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN_FIELDS } from '../../src/core/index.ts';
import { EXTENSIONS } from '../../src/resources/index.ts';
import { ROOT } from './page.ts';
import { MADE_PAGES, pageOf } from './reference-pages.ts';

/** The code of all rooms. */
const CODE = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'))
  .join('\n');
const namesIn = (pattern: RegExp): readonly string[] => [
  ...new Set([...CODE.matchAll(pattern)].map(([, name = '']) => name.toLowerCase())),
];

describe('the reference', () => {
  it.each(MADE_PAGES)('%s.md is what the code says (vitest -u writes it)', async (name) => {
    await expect(pageOf(name)).toMatchFileSnapshot(`../../docs/reference/${name}.md`);
  });

  it.each(['control-routes', 'library', 'config', 'headers', 'extensions'] as const)(
    '%s.md says what each name means',
    (name) => {
      const rows = pageOf(name)
        .split('\n')
        .filter((line) => line.startsWith('| `'));
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.filter((row) => /\| *\|$/.test(row))).toEqual([]);
    },
  );

  it('has every header field that the code reads or sends', () => {
    const known = Object.keys(OWN_FIELDS).map((name) => name.toLowerCase());
    const cookies = ['standin-world'];
    const others = ['standin-unknown-cursor', 'standin-part', 'standin-outdated'];
    const used = namesIn(/['"`](standin-[a-z-]+)['"`]/gi).filter((name) => !others.includes(name));
    expect(used.filter((name) => !known.includes(name) && !cookies.includes(name))).toEqual([]);
    expect(known.filter((name) => !used.includes(name))).toEqual([]);
  });

  it('has every extension that the code reads', () => {
    const read = [...namesIn(/extensions\['x-standin-([a-z]+)'\]/g), ...namesIn(/\bextensionValue\('([a-z]+)'\)/g)];
    expect([...new Set(read)].sort()).toEqual(Object.keys(EXTENSIONS).sort());
  });
});
