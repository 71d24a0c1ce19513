import { createLocator, type NodePosition } from './locator.ts';

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /[^\s,\]}]*/y;
const [QUOTE, OPEN, CLOSE] = [34, 123, 125];

/** Offsets of values by JSON Pointer, in valid JSON text. */
export function jsonLocator(text: string): (pointer: string) => number {
  const scanner = { text, at: text.charCodeAt(0) === 0xfeff ? 1 : 0 };
  skipSpace(scanner);
  return createLocator({ start: scanner.at, at: scanner.at }, (at) => childrenAt({ text, at }));
}

interface Scanner {
  readonly text: string;
  at: number;
}

/** Of two properties with one name the first counts. */
function childrenAt(scanner: Scanner): ReadonlyMap<string, NodePosition> {
  const children = new Map<string, NodePosition>();
  const open = scanner.text[scanner.at];
  if (open !== '{' && open !== '[') return children;
  scanner.at++;
  for (let index = 0; ; index++) {
    skipSpace(scanner);
    const start = scanner.at;
    const next = scanner.text[start];
    if (next === '}' || next === ']' || next === undefined) return children;
    const name = open === '[' ? String(index) : readName(scanner);
    if (!children.has(name)) children.set(name, { start, at: scanner.at });
    skipValue(scanner);
    skipSpace(scanner);
    if (scanner.text[scanner.at] !== ',') return children;
    scanner.at++;
  }
}

function readName(scanner: Scanner): string {
  const start = scanner.at;
  skipString(scanner);
  const literal = scanner.text.slice(start, scanner.at);
  skipSpace(scanner);
  scanner.at++;
  skipSpace(scanner);
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

/** One loop over character codes: most of a large document is skipped on the way to a few places. */
function skipValue(scanner: Scanner): void {
  const { text } = scanner;
  let depth = 0;
  for (let isInside = true; isInside && scanner.at < text.length; ) {
    const code = text.charCodeAt(scanner.at);
    if (code === QUOTE) {
      skipString(scanner);
      isInside = depth > 0;
      continue;
    }
    // Both kinds of brackets differ in one bit.
    const bracket = code | 32;
    if (bracket === OPEN) depth++;
    else if (bracket === CLOSE) isInside = --depth > 0;
    else if (depth === 0) {
      skip(scanner, SCALAR);
      return;
    }
    scanner.at++;
  }
}

function skipString(scanner: Scanner): void {
  const { text } = scanner;
  let at = scanner.at + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    at += code === 92 ? 2 : 1;
  }
  scanner.at = at + 1;
}

const skipSpace = (scanner: Scanner): void => skip(scanner, SPACE);

function skip(scanner: Scanner, pattern: RegExp): void {
  pattern.lastIndex = scanner.at;
  pattern.test(scanner.text);
  scanner.at = Math.max(scanner.at, pattern.lastIndex);
}
