import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { NOT_YET_PLAIN } from './plain-words-exceptions.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Phrases that a reader stumbles over, with what to write instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\bhang(?:s|ing)? on\b/i, 'depends on'],
  [/\bnobody\b/i, 'no client, no request, unused'],
  [/\bwho(?:so)?ever\b/i, 'a client that, a caller that'],
  [/\bthe like\b|\bits like\b/i, 'others of the same kind'],
  [/(?<!\bthere )\bis no (?!longer\b|more\b)/i, 'is not a'],
  [/\bare no (?!longer\b|more\b)(?<!there are no )/i, 'are not'],
  [/\bthe text ["`$]/i, 'the string'],
  [/\bmust be (?:a )?text\b|\bto be (?:a )?text\b/i, 'must be a string'],
];

function filesIn(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
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
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'contracts/README.md', 'spec/README.md', 'bench/README.md'],
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

  it('are in every comment of src, but for a list of files that may only shrink', () => {
    const wrong = [...SOURCES].filter(([, { comments }]) => comments.some((comment) => stumbles(comment).length > 0));
    expect(wrong.map(([file]) => file).sort()).toEqual([...NOT_YET_PLAIN]);
  });

  it('notices a phrase that is banned, also over the end of a line', () => {
    expect(stumbles('the answer hangs\n * on the state')).toHaveLength(1);
    expect(stumbles('`fast` is no delay')).toHaveLength(1);
    expect(stumbles('there is no such file, and it is no longer needed')).toEqual([]);
  });
});
