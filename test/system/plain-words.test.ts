import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Phrases that a reader stumbles over, with what to write instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\bhang(?:s|ing)? on\b/i, 'depends on'],
  [/\bnobody\b/i, 'no client, no request, unused'],
  [/\b(?:some|any|every)body\b/i, 'a client, a caller, all cases'],
  [/\bwho(?:so)?ever\b/i, 'a client that, a caller that'],
  [/\b(?:are|be|was) told\b(?! to\b)/i, 'is reported, is called with'],
  [/\bunless told\b/i, 'the default is'],
  [/\bin company\b/i, 'in parallel'],
  [/\bthe like\b|\bits like\b/i, 'others of the same kind'],
  [/(?<!\bthere )\bis no (?!longer\b|more\b)/i, 'is not a'],
  [/\bare no (?!longer\b|more\b)(?<!there are no )/i, 'are not'],
  [/\bthe text ["`$]/i, 'the string'],
  [/\bmust be (?:a )?text\b|\bto be (?:a )?text\b/i, 'must be a string'],
];

function filesIn(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name === 'node_modules') return [];
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path, ending) : ending.test(name) ? [path] : [];
  });
}

/** The banned phrases of a text, with what to write instead. */
function stumbles(text: string): readonly string[] {
  const flat = text.replaceAll(/\s*\n\s*(?:\*\s|\/\/\s)?\s*/g, ' ');
  return BANNED.flatMap(([phrase, instead]) => {
    const found = phrase.exec(flat);
    return found === null ? [] : [`"${found[0]}" → ${instead}`];
  });
}

interface Source {
  readonly comments: readonly string[];
  readonly strings: readonly string[];
}

function read(file: string): Source {
  const { program, comments } = parseSync(file, readFileSync(file, 'utf8'));
  return { comments: comments.map(({ value }) => value), strings: stringsIn(program) };
}

/** Every string and template of a syntax tree; what a template inserts becomes `$`. */
function stringsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(stringsIn);
  const { type, value, quasis } = node as {
    type?: string;
    value?: unknown;
    quasis?: readonly { readonly value: { readonly cooked: string } }[];
  };
  const own =
    type === 'Literal' && typeof value === 'string'
      ? [value]
      : type === 'TemplateLiteral'
        ? [(quasis ?? []).map((quasi) => quasi.value.cooked).join('$')]
        : [];
  return [...own, ...Object.values(node).flatMap(stringsIn)];
}

const DOCUMENTS = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...['contracts/README.md', 'spec/README.md', 'bench/README.md'],
  ...filesIn(join(ROOT, 'docs'), /\.md$/).map((file) => relative(ROOT, file)),
];
const SOURCES = new Map(
  filesIn(join(ROOT, 'src'), /\.(ts|cjs)$/).map((file) => [relative(ROOT, file), read(file)] as const),
);

describe('plain words', () => {
  it.each(DOCUMENTS)('are in %s', (file) => {
    const paragraphs = readFileSync(join(ROOT, file), 'utf8').split(/\n\s*\n/);
    expect(paragraphs.flatMap(stumbles)).toEqual([]);
  });

  it('are in every string of src: they are printed, or become part of what is printed', () => {
    const wrong = [...SOURCES].flatMap(([file, { strings }]) =>
      strings.flatMap(stumbles).map((stumble) => `${file}: ${stumble}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are in every comment of src', () => {
    const wrong = [...SOURCES].flatMap(([file, { comments }]) =>
      comments.flatMap(stumbles).map((stumble) => `${file}: ${stumble}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are in every name of a test', () => {
    const title = /\b(?:it|test|describe)(?:\.\w+(?:\([^\n]*\))?)*\(\s*(['"`])(.*?)\1/gs;
    const wrong = filesIn(join(ROOT, 'test'), /\.test\.(ts|mjs)$/).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(title)].flatMap(([, , name = '']) =>
        stumbles(name).map((stumble) => `${relative(ROOT, file)}: ${stumble} in ${name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('notices a phrase that is banned, also over the end of a line', () => {
    expect(stumbles('the answer hangs\n * on the state')).toHaveLength(1);
    expect(stumbles('`fast` is no delay')).toHaveLength(1);
    expect(stumbles('there is no such file, and it is no longer needed')).toEqual([]);
  });
});
