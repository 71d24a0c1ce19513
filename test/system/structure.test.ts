import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { TWO_MEANINGS } from './structure-exceptions.ts';

const SRC = resolve(import.meta.dirname, '../../src');
const FILES = files(SRC);
const ROOMS = readdirSync(SRC);
/** Lists of one kind, with an index, may be longer. */
const MOST_FILES = 25;

function files(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.(tsx?|cjs)$/.test(path) ? [path] : [];
  });
}

/** Entries of the package beside the library: `standin/testing` is named for those who import it, and each has a `test` or `useStandin` of its own. */
const PACKAGE = JSON.parse(readFileSync(resolve(SRC, '../package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default?: string }>>;
};
const ENTRIES = Object.values(PACKAGE.exports)
  .flatMap(({ default: built }) => (built?.includes('/hosts/') ? [built] : []))
  .map((built) => resolve(SRC, built.replace('./dist/src/', '').replace(/\.js$/, '.ts')));

const parsed = new Map(FILES.map((file) => [file, parseSync(file, readFileSync(file, 'utf8'))]));
/** The files that each file imports, type-only imports counted. */
const imports = new Map(
  [...parsed].map(([file, { module }]) => {
    const named = [
      ...module.staticImports.map((each) => each.moduleRequest.value),
      ...module.staticExports.flatMap((each) => each.entries.map((entry) => entry.moduleRequest?.value ?? '')),
    ];
    return [file, named.filter((name) => name.startsWith('.')).map((name) => resolve(dirname(file), name))] as const;
  }),
);

interface Layers {
  readonly order: readonly string[];
  readonly sentences: readonly string[];
}

/** The line `layers: a < b` in a room's index.ts, and the sub-rooms that have a sentence there. */
function layersOf(room: string): Layers {
  const door = join(SRC, room, 'index.ts');
  const text = existsSync(door) ? readFileSync(door, 'utf8') : '';
  const order = /^ \* layers: (.+)$/m.exec(text)?.[1]?.split(' < ') ?? [];
  return { order, sentences: [...text.matchAll(/^ \* - ([\w-]+): \S.*\.$/gm)].map(([, name]) => name ?? '') };
}

const folders = (path: string): readonly string[] =>
  readdirSync(path).filter((name) => statSync(join(path, name)).isDirectory());

describe('sub-rooms', () => {
  it.each(ROOMS.filter((room) => layersOf(room).order.length > 0))(
    'of %s each have a place in the order and a sentence',
    (room) => {
      const { order, sentences } = layersOf(room);
      expect([...order].sort()).toEqual([...folders(join(SRC, room))].sort());
      expect(sentences).toEqual(order);
    },
  );

  it.each(ROOMS)('of %s import only their own files and those of earlier sub-rooms', (room) => {
    const { order } = layersOf(room);
    if (order.length === 0) return;
    const rank = (path: string): number => {
      const [first = '', ...rest] = relative(join(SRC, room), path).split('/');
      return rest.length === 0 ? order.length : order.indexOf(first);
    };
    const inside = FILES.filter(
      (file) => file.startsWith(join(SRC, room, '/')) && file !== join(SRC, room, 'index.ts'),
    );
    const upward = inside.flatMap((file) =>
      (imports.get(file) ?? [])
        .filter((to) => to.startsWith(join(SRC, room, '/')) && rank(to) > rank(file))
        .map((to) => `${relative(SRC, file)} → ${relative(SRC, to)}`),
    );
    expect(upward).toEqual([]);
  });

  it('hold at most 25 files a folder, but for lists of one kind', () => {
    const all = [SRC, ...new Set(FILES.map((file) => dirname(file)))];
    const long = all.filter((folder) => {
      const names = readdirSync(folder).filter((name) => /\.(tsx?|cjs)$/.test(name));
      return names.length > MOST_FILES && !(names.includes('index.ts') && relative(SRC, folder).includes('/'));
    });
    expect(long.map((folder) => relative(SRC, folder))).toEqual([]);
  });
});

describe('files', () => {
  it('import each other without a circle, type-only imports counted', () => {
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      const start = path.indexOf(file);
      if (start >= 0) circles.push([...path.slice(start), file].map((each) => relative(SRC, each)).join(' → '));
      if (start >= 0 || done.has(file)) return;
      for (const to of imports.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of FILES) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('are not named by a participle or a preposition alone', () => {
    const alone =
      /^(in|on|of|at|by|to|for|from|into|below|within|about|above|across|along|beside|after|before|once|only|alone|either|apart|said|told|found|made|kept|shown|taken|given|drawn|known)$|^[a-z]+(ed|ing)$/;
    // Nouns of the field.
    const nouns = new Set(['meaning', 'finding', 'ring', 'querystring', 'string']);
    const names = FILES.filter((file) => !ENTRIES.includes(file)).map((file) =>
      basename(file).replace(/\.(tsx?|cjs)$/, ''),
    );
    expect(names.filter((name) => alone.test(name) && !nouns.has(name))).toEqual([]);
  });
});

describe('names', () => {
  it('of types are not a participle or a preposition alone', () => {
    const alone =
      /^(at|behind|below|beside|beyond|from|here|there|elsewhere|together|often|several|within|[a-z]+(ed|ing)|begun|bound|broken|built|chosen|deep|done|drawn|found|given|heard|held|hidden|kept|known|laid|lost|made|meant|met|odd|read|red|said|seen|sent|shown|sought|spoken|taken|told|understood|unread|written|wrong)$/;
    // Nouns of the field, and two names of the public API.
    const nouns = new Set(
      `bound deed drawing encoding finding framing heading listing meaning misreading need pairing read ring seed seeding
      setting speed spelling timing distilled listening`.split(/\s+/),
    );
    const types = [...parsed].flatMap(([file, { program }]) =>
      program.body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declared?.type === 'TSInterfaceDeclaration' || declared?.type === 'TSTypeAliasDeclaration'
          ? [`${relative(SRC, file)} ${declared.id.name}`]
          : [];
      }),
    );
    const wrong = types.filter((type) => {
      const name = type.split(' ').at(-1) ?? '';
      return /^[A-Z][a-z]+$/.test(name) && alone.test(name.toLowerCase()) && !nouns.has(name.toLowerCase());
    });
    expect(wrong).toEqual([]);
  });

  it.each(ROOMS)('in the room %s say what a value is: a request, an answer, a finding', (room) => {
    // Alone or as a word of a name: `isTold`, `saidByEntity`.
    const riddle = /^(asked|said|told)(?![a-z])|(Asked|Said|Told)(?![a-z])/;
    const wrong = [...parsed].flatMap(([file, { program }]) =>
      relative(SRC, file).startsWith(`${room}/`)
        ? identifiers(program).flatMap((name) => (riddle.test(name) ? [`${relative(SRC, file)} ${name}`] : []))
        : [],
    );
    expect([...new Set(wrong)]).toEqual([]);
  });

  const aloneAsFunction =
    /^(in|on|of|at|by|to|for|from|into|below|within|about|above|across|along|beside|after|before|over|under|when|while|only|alone|either|apart|same|whole|begun|bound|broken|built|chosen|done|drawn|found|given|heard|held|hidden|kept|known|laid|left|lost|made|meant|met|read|said|seen|sent|shown|spent|spoken|taken|told|understood|written|[a-z]+(ed|ing|ly))$/;

  it('of exported functions are not a participle, a preposition or an adverb alone', () => {
    // Nouns of the field, and a status of a case.
    const nouns = new Set(['decoding', 'misreading', 'skipped']);
    const names = [...parsed]
      .filter(([file]) => !ENTRIES.includes(file))
      .flatMap(([file, { program }]) => exportedNames(program.body).map((name) => `${relative(SRC, file)} ${name}`));
    const wrong = names.filter((place) => {
      const name = place.split(' ').at(-1) ?? '';
      return aloneAsFunction.test(name) && !nouns.has(name);
    });
    expect(wrong).toEqual([]);
  });

  it.each(ROOMS)(
    'that a file of the room %s keeps to itself are not a participle, a preposition or an adverb alone',
    (room) => {
      const verbs = new Set(['apply']);
      const wrong = [...parsed].flatMap(([file, { program }]) =>
        relative(SRC, file).startsWith(`${room}/`)
          ? privateNames(program.body)
              .filter((name) => aloneAsFunction.test(name) && !verbs.has(name))
              .map((name) => `${relative(SRC, file)} ${name}`)
          : [],
      );
      expect(wrong).toEqual([]);
    },
  );

  it('that a file keeps to itself are its constants, variables and functions', () => {
    const named = (text: string) => privateNames(parseSync('example.ts', text).program.body);
    expect(named('const heard = 1; let [told, { said }] = x; function sent() {}')).toEqual([
      'heard',
      'told',
      'said',
      'sent',
    ]);
    expect(named('export const heard = 1; export function sent() { const told = 1; }')).toEqual([]);
  });

  it('that are exported have one meaning in all of src, but for a list that may only shrink', () => {
    const declared = new Map<string, Set<string>>();
    for (const [file, { program }] of [...parsed].filter(([file]) => !ENTRIES.includes(file)))
      for (const name of exportedNames(program.body))
        declared.set(name, (declared.get(name) ?? new Set()).add(relative(SRC, file)));
    const twice = [...declared].filter(([, places]) => places.size > 1).map(([name]) => name);
    expect(twice.sort()).toEqual([...TWO_MEANINGS].sort());
    expect(TWO_MEANINGS.length).toBeLessThanOrEqual(20);
  });

  it('functions, methods and their types have at most four positional parameters', () => {
    const many = [...parsed].flatMap(([file, { program }]) =>
      manyParameters(program.body).map((name) => `${relative(SRC, file)} ${name}`),
    );
    expect(many).toEqual([]);
  });

  it('a function with five positional parameters is noticed, and so is a type of one', () => {
    const named = (text: string) => manyParameters(parseSync('example.ts', text).program.body);
    expect(named('function five(a, b, c, d, e) {}')).toEqual(['five']);
    expect(named('interface Tool { five(a: 1, b: 1, c: 1, d: 1, e: 1): void }')).toEqual(['five']);
    expect(named('type Five = (a: 1, b: 1, c: 1, d: 1, ...e: 1[]) => void')).toEqual(['-']);
    expect(named('class Tool { four(a, b, c, d) {} }')).toEqual([]);
  });
});

/** The names that a file declares and exports, types included. */
function exportedNames(body: ReturnType<typeof parseSync>['program']['body']): readonly string[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
    const { declaration } = statement;
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : ''));
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
  });
}

/** The names that a file declares at its top and does not export, types left out. */
function privateNames(body: ReturnType<typeof parseSync>['program']['body']): readonly string[] {
  return body.flatMap((statement) => {
    if (statement.type === 'VariableDeclaration') return statement.declarations.flatMap(({ id }) => boundNames(id));
    return statement.type === 'FunctionDeclaration' && statement.id !== null ? [statement.id.name] : [];
  });
}

/** The names that a pattern such as `[a, { b }]` binds. */
function boundNames(pattern: unknown): readonly string[] {
  const { type, name, value, left, argument, elements, properties } = pattern as Record<string, unknown>;
  if (type === 'Identifier') return [String(name)];
  const inner = [elements ?? properties ?? [], value ?? left ?? argument ?? []].flat();
  return inner.flatMap((each) => (each === null ? [] : boundNames(each)));
}

/** The name of every identifier of a syntax tree, without keys of objects: those may be the words of a file format. */
function identifiers(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(identifiers);
  const { type, name, shorthand } = node as { type?: string; name?: unknown; shorthand?: boolean };
  const own = type === 'Identifier' && typeof name === 'string' ? [name] : [];
  const isKey = (member: string): boolean => type === 'Property' && shorthand !== true && member === 'key';
  return [...own, ...Object.entries(node).flatMap(([member, value]) => (isKey(member) ? [] : identifiers(value)))];
}

/** Names of functions with five parameters or more; `-` where a function has no name. */
function manyParameters(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(manyParameters);
  const { type, params, id, key } = node as {
    type?: string;
    params?: unknown[];
    id?: { name?: string } | null;
    key?: { name?: string };
  };
  const isFunction =
    /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSFunctionType|TSMethodSignature)$/.test(
      type ?? '',
    );
  const own = isFunction && Array.isArray(params) && params.length > 4 ? [id?.name ?? key?.name ?? '-'] : [];
  return [...own, ...Object.values(node).flatMap(manyParameters)];
}
