import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, loadModule, packageFacts, parseData, StandinError } from '../../src/library/index.ts';
import { parsedBefore } from '../../src/library/package/parsed-before.ts';

const DIST = resolve(import.meta.dirname, '../../dist');

/** What Node loads before the first line of these files runs, and the packages among it. */
function loadedWith(...entries: readonly string[]): { readonly files: readonly string[]; readonly outside: string[] } {
  const files = new Set<string>();
  const outside = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const { module } = parseSync(file, readFileSync(file, 'utf8'));
    const named = [
      ...module.staticImports.map((each) => each.moduleRequest.value),
      ...module.staticExports.flatMap((each) => each.entries.map((entry) => entry.moduleRequest?.value ?? '')),
    ].filter((name) => name !== '');
    for (const name of named) {
      if (name.startsWith('.')) visit(resolve(file, '..', name));
      else if (!isBuiltin(name)) outside.add(name);
    }
  };
  for (const entry of entries) visit(join(DIST, entry));
  return { files: [...files], outside: [...outside] };
}

const named = (files: readonly string[]): readonly string[] => files.map((file) => relative(DIST, file));

describe('a start', () => {
  const mock = loadedWith('src/cli/main.js', 'chunks/mock.js');

  it('reads no file of any package', () => {
    expect(mock.outside).toEqual([]);
  });

  it('loads nothing of what checks a service or keeps a state', () => {
    expect(named(mock.files)).toContain('chunks/serving.js');
    for (const chunk of ['checking', 'keeping', 'check', 'reports'])
      expect(named(mock.files)).not.toContain(`chunks/${chunk}.js`);
  });

  it('reads files of ASCII characters alone, so that the engine keeps one byte for each', () => {
    const others = [...mock.files, join(DIST, 'chunks/checking.js'), join(DIST, 'chunks/prism-vendor.cjs')].filter(
      (file) => /[\u0080-\uffff]/.test(readFileSync(file, 'utf8')),
    );
    expect(named(others)).toEqual([]);
  });

  it('reads the embedded document as it was parsed in the build: the same value as from its text', async () => {
    const { document, parsed } = packageFacts();
    const text = await readFile(document, 'utf8');
    expect(parsedBefore(parsed, text)).toEqual(parseData(document, text).value);
  });

  it('parses the embedded document anew where its text is another one', async () => {
    const { document, parsed } = packageFacts();
    expect(parsedBefore(parsed, `${await readFile(document, 'utf8')}\n`)).toBeUndefined();
    expect(parsedBefore(join(DIST, 'none.json'), '')).toBeUndefined();
  });

  it('knows the lines of the embedded document all the same', async () => {
    const mock = await createMock();
    const line = mock.api.lineOf('/paths')?.line ?? 0;
    expect((await readFile(packageFacts().document, 'utf8')).split('\n')[line - 1]).toMatch(/^paths:/);
    await mock.close();
  });
});

describe('the tree that is built', () => {
  it('says whose code it holds, and under which terms', () => {
    const notices = readFileSync(join(DIST, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['hono', 'ajv', 'commander']) expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });
});

describe('a module of the user', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standin-module-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('gets this very library from `standin`: the same error class, not a copy', async () => {
    const file = join(folder, 'own.ts');
    await writeFile(file, "import { StandinError } from 'standin';\nexport default { known: StandinError };\n");
    expect(await loadModule(file, '.')).toEqual({ known: StandinError });
  });
});
