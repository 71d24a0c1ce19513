import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

interface Row {
  readonly sees: readonly string[];
  readonly vendors: readonly string[];
}

/** The room table of ARCHITECTURE.md: what each room may see, and which packages it owns. */
function table(): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  for (const line of text.split('\n')) {
    const [, room, , sees, vendors] = /^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/.exec(line) ?? [];
    if (room === undefined || sees === undefined || vendors === undefined) continue;
    const before = [...rows.keys()];
    const names = sees === 'all above' ? before : sees === '–' ? [] : sees.split(', ');
    rows.set(room, { sees: names, vendors: [...vendors.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '') });
  }
  return rows;
}

function files(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.(tsx?|cjs)$/.test(path) ? [path] : [];
  });
}

/** Every module that a file names: imports, re-exports, dynamic imports, `import('…')` types and `createRequire` calls. */
function imports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const named = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) => each.entries.map((entry) => entry.moduleRequest?.value ?? '')),
  ];
  const called = [...text.matchAll(/\b(?:import|require(?:\.resolve)?)\(\s*'([^']+)'/g)].map(([, name]) => name ?? '');
  return [...named, ...called].filter((name) => name !== '');
}

const ROWS = table();
const SOURCES = files(SRC).map((file) => ({
  file,
  room: relative(SRC, file).split('/')[0] ?? '',
  imports: imports(file),
}));

function packageOf(name: string): string {
  const parts = name.split('/');
  return name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

describe('the room table', () => {
  it('names every room, and no other', () => {
    expect(readdirSync(SRC).sort()).toEqual([...ROWS.keys()].sort());
    for (const room of ROWS.keys()) expect(['utils', 'types', 'common', 'shared', 'helpers']).not.toContain(room);
  });

  it('stands in strict order: a room sees only rooms above it', () => {
    const order = [...ROWS.keys()];
    for (const [room, { sees }] of ROWS)
      for (const seen of sees) expect(order.indexOf(seen)).toBeLessThan(order.indexOf(room));
  });

  it.each([...ROWS.keys()])('%s sees only its row, only through index.ts', (room) => {
    const wrong = SOURCES.filter((source) => source.room === room).flatMap(({ file, imports: names }) =>
      names
        .filter((name) => name.startsWith('.'))
        .map((name) => relative(SRC, resolve(file, '..', name)))
        .filter((target) => !target.startsWith(`${room}/`))
        .filter(
          (target) =>
            !(
              target.endsWith('/index.ts') &&
              target.split('/').length === 2 &&
              ROWS.get(room)?.sees.includes(target.split('/')[0] ?? '') === true
            ),
        )
        .map((target) => `${relative(ROOT, file)} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is used: no room is named in a row without being seen', () => {
    const unused = [...ROWS].flatMap(([room, { sees }]) => {
      if (room === 'library') return [];
      const seen = new Set(
        SOURCES.filter((source) => source.room === room).flatMap(({ file, imports: names }) =>
          names
            .filter((name) => name.startsWith('.'))
            .map((name) => relative(SRC, resolve(file, '..', name)).split('/')[0]),
        ),
      );
      return sees.filter((each) => !seen.has(each)).map((each) => `${room} → ${each}`);
    });
    expect(unused).toEqual([]);
  });

  it('says of every package in package.json why it is there', () => {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    ) as Record<string, object>;
    const table = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('## Dependencies')[1] ?? '';
    const first = table
      .split('\n')
      .map((line) => line.split('|')[1] ?? '')
      .join();
    const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
    expect(names.filter((name) => !first.includes(`\`${name}\``))).toEqual([]);
  });

  it('gives every package one owner', () => {
    const dependencies = Object.keys(
      (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object }).dependencies,
    );
    const wrong = SOURCES.flatMap(({ file, room, imports: names }) =>
      names
        .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && name !== 'standin')
        .map(packageOf)
        .filter((name) => ROWS.get(room)?.vendors.includes(name) !== true)
        .map((name) => `${relative(ROOT, file)} → ${name}`),
    );
    expect(wrong).toEqual([]);
    const owned = [...ROWS.values()].flatMap(({ vendors }) => vendors);
    expect(dependencies.filter((name) => !owned.includes(name))).toEqual([]);
  });
});

const MEASURES_DURATIONS = /^src\/(?:contract\/|validation\/model\/pattern-budget\.ts:)/;

describe('the sources', () => {
  it('say nothing of the petstore, but for the option that asks for it', () => {
    const wrong = SOURCES.filter(({ file }) =>
      /petstore/i.test(
        readFileSync(file, 'utf8').replaceAll(
          /embedded petstore|--petstore|'petstore'|petstore\?: boolean|petstore: /g,
          '',
        ),
      ),
    ).map(({ file }) => relative(ROOT, file));
    expect(wrong).toEqual([]);
  });

  // The contract room measures how long a target takes, and the budget of patterns how long they take: a monotonic duration, never an instant.
  it('read no clock, chance, console or process outside the two places for them', () => {
    const hidden =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bconsole\.|\bprocess\.|\bcrypto\.random|\brandomUUID\b|\bperformance\.now\b/;
    const wrong = SOURCES.filter(({ room, file }) => room !== 'cli' && !file.endsWith('server/listen.ts'))
      .flatMap(({ file }) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .map((line, index) => ({ place: `${relative(ROOT, file)}:${index + 1}`, line })),
      )
      .filter(({ place, line }) => !(MEASURES_DURATIONS.test(place) && line.includes('performance.now()')))
      .filter(({ line }) => hidden.test(line.replace(/\/\/.*|^\s*\*.*|\/\*\*.*\*\//, '')))
      .map(({ place, line }) => `${place} ${line.trim()}`);
    expect(wrong).toEqual([]);
  });

  it('mocks import nothing but standin', () => {
    const wrong = files(join(ROOT, 'mocks')).flatMap((file) =>
      imports(file)
        .filter((name) => name !== 'standin' && !name.startsWith('.'))
        .map((name) => `${relative(ROOT, file)} → ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
