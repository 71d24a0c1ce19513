import { stripVTControlCharacters } from 'node:util';

/** Minimum columns for breaking a line. */
const LEAST = 40;

/**
 * Breaks a line between words to fit into `columns`. Further lines are indented by `hang`, by default two
 * columns more than the first. A long word stays whole.
 */
export function fitLine(line: string, columns: number | undefined, hang?: number): string {
  if (columns === undefined || widthOf(line) <= columns) return line;
  const indent = /^ */.exec(line)?.[0] ?? '';
  const most = Math.max(LEAST, columns);
  const inner = ' '.repeat(Math.min(hang ?? indent.length + 2, LEAST / 2));
  const lines: string[] = [];
  let current = indent;
  let isEmpty = true;
  for (const word of line.slice(indent.length).split(/ (?! )/)) {
    if (!isEmpty && widthOf(current) + 1 + widthOf(word) > most) {
      lines.push(current);
      current = inner;
      isEmpty = true;
    }
    current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current].join('\n');
}

function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
