import { parsePointer } from '../wire/index.ts';

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /[^\s,\]}]*/y;

/** Offset of the value (of its name, for a member) at a JSON Pointer in JSON text known to be good; of the nearest existing ancestor otherwise. */
export function offsetInJson(text: string, pointer: string): number {
  const scanner = { text, at: text.charCodeAt(0) === 0xfeff ? 1 : 0 };
  skipSpace(scanner);
  let found = scanner.at;
  for (const token of parsePointer(pointer) ?? []) {
    const child = descend(scanner, token);
    if (child === undefined) return found;
    found = child;
  }
  return found;
}

interface Scanner {
  readonly text: string;
  at: number;
}

/** Moves from the start of a value to the start of its child; returns where the child (its name) stands. */
function descend(scanner: Scanner, token: string): number | undefined {
  const open = scanner.text[scanner.at];
  if (open !== '{' && open !== '[') return undefined;
  scanner.at++;
  for (let index = 0; ; index++) {
    skipSpace(scanner);
    const here = scanner.at;
    const next = scanner.text[here];
    if (next === '}' || next === ']' || next === undefined) return undefined;
    const name = open === '[' ? String(index) : readName(scanner);
    if (name === token) return here;
    skipValue(scanner);
    skipSpace(scanner);
    if (scanner.text[scanner.at] !== ',') return undefined;
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

function skipValue(scanner: Scanner): void {
  let depth = 0;
  do {
    const code = scanner.text[scanner.at];
    if (code === '"') skipString(scanner);
    else if (code === '{' || code === '[') {
      depth++;
      scanner.at++;
    } else if (code === '}' || code === ']') {
      depth--;
      scanner.at++;
    } else if (code === ',' || code === ':') scanner.at++;
    else skip(scanner, SCALAR);
    if (depth > 0) skipSpace(scanner);
  } while (depth > 0 && scanner.at < scanner.text.length);
}

function skipString(scanner: Scanner): void {
  const { text } = scanner;
  let at = scanner.at + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 34) break;
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
