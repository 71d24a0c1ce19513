import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT: string = resolve(import.meta.dirname, '../..');

/** A fenced block of a page. */
export interface Fence {
  readonly language: string;
  /** What stands after the language: `file=…`, `from=…` or `not-run`. */
  readonly rule: string;
  readonly code: string;
}

/** One thing that a reader does: type a command, or write a file. */
export type Step =
  | { readonly kind: 'command'; readonly command: string; readonly output: readonly string[] }
  | { readonly kind: 'file'; readonly name: string; readonly code: string }
  | { readonly kind: 'copy'; readonly from: string };

export const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Every page for users: the README, and `docs` without the records of decisions. */
export function pages(): readonly string[] {
  return ['README.md', 'contracts/README.md', ...markdownIn('docs')].filter(
    (page) => !page.startsWith('docs/decisions/'),
  );
}

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return /^(node_modules|\.)/.test(entry.name) ? [] : markdownIn(path);
      return entry.name.endsWith('.md') ? [path] : [];
    })
    .sort();
}

const FENCE = /^( *)(`{3,})([\w-]*) ?(.*)\n([\s\S]*?)^\1\2$/gm;

export function fencesIn(text: string): readonly Fence[] {
  return [...text.matchAll(FENCE)].map(([, , , language = '', rule = '', code = '']) => ({ language, rule, code }));
}

/** What a reader does on a page, from top to bottom. A comment `<!-- copy path -->` puts a file of the repository into the folder. */
export function stepsIn(text: string): readonly Step[] {
  const parts = new RegExp(`${FENCE.source}|^<!-- copy (\\S+) -->$`, 'gm');
  return [...text.matchAll(parts)].flatMap(([, , , language, rule = '', code = '', copied]): readonly Step[] => {
    if (copied !== undefined) return [{ kind: 'copy', from: copied }];
    const name = /^file=(\S+)$/.exec(rule)?.[1];
    if (name !== undefined) return [{ kind: 'file', name, code }];
    return language === 'console' && rule === '' ? commandsIn(code) : [];
  });
}

/** Every `$ command` of a console block, with the lines shown under it. A line that ends in `\` goes on. */
function commandsIn(code: string): readonly Step[] {
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [, command = '', rest = ''] = /^((?:[^\n]*\\\n)*[^\n]*)\n?([\s\S]*)$/.exec(part) ?? [];
      return { kind: 'command', command, output: rest.split('\n').filter((line) => line.trim() !== '') };
    });
}

/** The heading of a page or a section as an anchor, in the way of GitHub; the site uses the same rule. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
