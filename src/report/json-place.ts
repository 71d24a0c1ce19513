import { parsePointer } from '../wire/index.ts';

/** A range of a string, end exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a marked value: its beginning is enough to find it. */
const MOST_MARKED = 300;

/**
 * The range of a place in received JSON. If the place is missing, or its value is too long to mark, the
 * beginning of what contains it.
 */
export function placeInJson(text: string, pointer: string): Stretch | undefined {
  let at = valueFrom(text, 0);
  if (at >= text.length) return undefined;
  for (const token of parsePointer(pointer) ?? []) {
    const inner = memberOf(text, at, token);
    if (inner === undefined || inner >= text.length) return { start: at, end: at + 1 };
    at = inner;
  }
  const end = valueEnd(text, at);
  return { start: at, end: end - at > MOST_MARKED ? at + 1 : end };
}

function valueFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s,:\ufeff]/.test(text[at] ?? '')) at += 1;
  return at;
}

/** The start of a property or item. */
function memberOf(text: string, open: number, token: string): number | undefined {
  const isObject = text[open] === '{';
  if (!isObject && text[open] !== '[') return undefined;
  let at = valueFrom(text, open + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    let name = String(index);
    if (isObject) {
      const end = valueEnd(text, at);
      name = nameIn(text.slice(at, end));
      at = valueFrom(text, end);
    }
    if (name === token || (!isObject && token === '*')) return at;
    const next = valueFrom(text, valueEnd(text, at));
    if (next <= at) return undefined;
    at = next;
  }
  return undefined;
}

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** The end of the JSON value that begins at a place, or the end of the string where it is cut. */
export function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') {
    let at = start;
    while (at < text.length && !/[\s,\]}:]/.test(text[at] ?? '')) at += 1;
    return Math.max(at, start + 1);
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
