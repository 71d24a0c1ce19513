import { StandinError } from '../../core/index.ts';
import type { Position } from './api.ts';

/** One file of a document. `name` is for messages; `location` is its absolute path or URL. */
export interface SourceFile {
  readonly name: string;
  readonly location: string;
  readonly text: string;
  readonly root: unknown;
  /** URI of the dialect of its schemas, if the document declares an older one for all. */
  readonly dialect?: string;
  /** Position of a JSON Pointer, or of its nearest existing ancestor; parses positions on first call. */
  readonly positionOf: (pointer: string) => Position | undefined;
  /** Whether an object in the file may have this property. */
  readonly mentions: (property: string) => boolean;
}

/** Refuses text with a position. `offset` counts UTF-16 code units. */
export function refuseAt(name: string, text: string, offset: number, reason: string): never {
  const { line, column } = createPositions(name, text)(offset);
  throw new StandinError('document.refused', `${name}:${line}:${column}: ${reason}`);
}

export function refuseDocument(name: string, reason: string, hint?: string): never {
  throw new StandinError('document.refused', `${name}: ${reason}`, hint === undefined ? {} : { hint });
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
    return starts;
  }
  // Much faster than the expression, for a document of many lines.
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** 1-based line and column of an offset in UTF-16 code units; CR, LF and CRLF end lines (YAML 1.2 §5.4). */
export function createPositions(file: string, text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
