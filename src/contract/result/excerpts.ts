import type { Api } from '../../spec/index.ts';
import type { Excerpt, Finding } from '../model/events.ts';

/** Lines before and after the line of a finding. */
const AROUND = 2;
/** Maximum characters of a line: a document may be a single line. */
const MOST = 160;

/** Findings with the lines of the document around the broken rule. */
export function withExcerpts(findings: readonly Finding[], files: Api['files']): readonly Finding[] {
  const lines = new Map<string, readonly string[]>();
  const linesOf = (name: string): readonly string[] => {
    // A position names its file with the folder that the user gave.
    const file = files.find((each) => each.name === name) ?? files.find((each) => name.endsWith(`/${each.name}`));
    const known = lines.get(name) ?? file?.text.split(/\r?\n/) ?? [];
    lines.set(name, known);
    return known;
  };
  return findings.map((finding) => {
    const { position } = finding;
    const excerpt = position === undefined ? undefined : excerptAt(linesOf(position.file), position);
    return excerpt === undefined ? finding : { ...finding, excerpt };
  });
}

function excerptAt(
  lines: readonly string[],
  { line, column }: { readonly line: number; readonly column: number },
): Excerpt | undefined {
  const hit = lines[line - 1];
  if (hit === undefined) return undefined;
  if (hit.length > MOST) {
    const from = cutFrom(hit, column - 1);
    return { line, column: column - from + (from > 0 ? 1 : 0), lines: [around(hit, from)] };
  }
  const first = Math.max(1, line - AROUND);
  return { line: first, lines: lines.slice(first - 1, line + AROUND).map((text) => around(text, 0)) };
}

/** Where a long line is cut, so that the place in it is seen with what stands before it. */
function cutFrom(text: string, at: number): number {
  return text.length <= MOST ? 0 : Math.max(0, at - MOST / 4);
}

function around(text: string, from: number): string {
  const to = Math.min(text.length, from + MOST);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
