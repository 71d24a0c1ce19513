import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isNumeric } from './json-kinds.ts';
import type { JsonResult } from './json-result.ts';
import { readJsonText } from './json-text.ts';

export interface JsonOptions {
  /** Maximum nesting of arrays and objects. Default 256. */
  readonly maxDepth?: number;
  /** RFC 8259 §4 does not define the meaning of duplicate names. Default `refuse`. */
  readonly duplicateKeys?: 'refuse' | 'keep-last';
}

/** A nesting that is safe for every later step (serialising, cloning, validating). */
const DEFAULT_MAX_DEPTH = 256;

/**
 * Reads JSON text (RFC 8259) exactly: integers beyond ±(2^53−1) become `bigint`, a name such as `__proto__` stays an ordinary own property,
 * a byte order mark is ignored. Numbers beyond the range of a double become ±Infinity, which no JSON Schema type accepts.
 */
export function parseJson(text: string, options: JsonOptions = {}): JsonResult {
  const limits = {
    maxDepth: options.maxDepth ?? DEFAULT_MAX_DEPTH,
    duplicateKeys: options.duplicateKeys ?? ('refuse' as const),
  };
  const marked = text.charCodeAt(0) === 0xfeff;
  const seen = scan(text, limits.maxDepth);
  if (seen.plain) {
    try {
      const value: Json = JSON.parse(marked ? text.slice(1) : text);
      if (seen.members === 0 || countMembers(value) === seen.members) return { ok: true, value };
    } catch {
      // The exact reader below finds the error; the messages of `JSON.parse` differ between
      // versions of Node.
    }
  }
  return readJsonText(text, marked ? 1 : 0, limits);
}

/**
 * Scans all characters once: whether `JSON.parse` is safe and exact, and how many properties it must find.
 */
function scan(text: string, maxDepth: number): { readonly plain: boolean; readonly members: number } {
  let depth = 0;
  let members = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = endOfString(text, at);
      digits = 0;
    } else if (code >= 48 && code <= 57) {
      // 2^53 has 16 digits: shorter runs cannot lose any.
      if (++digits === 16) return { plain: false, members };
    } else {
      digits = 0;
      // With bit 32 set `[` and `{` are one code, and so are `]` and `}`.
      const bracket = code | 32;
      if (code === 58) members++;
      else if (bracket === 123 && ++depth > maxDepth) return { plain: false, members };
      else if (bracket === 125) depth--;
    }
  }
  return { plain: true, members };
}

/** With `indexOf`, which is faster for longer strings. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 92) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

/** The number of own properties in the whole value. If the text has more, there are duplicate names. */
function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countMembers(item);
    return count;
  }
  // Inherited enumerable names could only make the count too large; the exact reader then decides.
  for (const key in value) {
    count++;
    const member = value[key];
    if (typeof member === 'object' && member !== null) count += countMembers(member);
  }
  return count;
}

/** Writes JSON text with every digit of a `bigint`, at any depth. `indent` counts spaces. */
export function stringifyJson(value: Json, indent = 0): string {
  try {
    // V8 takes 1.5 times as long with an indent of 0 as with none.
    return indent === 0 ? JSON.stringify(value) : JSON.stringify(value, null, indent);
  } catch {
    // A bigint, or nesting beyond the stack: rare, so it is detected by the exception.
    return writeIteratively(value, indent);
  }
}

interface Frame {
  readonly items: readonly Json[];
  /** Of an object: the names of `items`. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

function writeIteratively(value: Json, indent: number): string {
  const stack: Frame[] = [];
  const colon = indent === 0 ? ':' : ': ';
  let out = '';
  const line = (): string => (indent === 0 ? '' : `\n${' '.repeat(indent * stack.length)}`);
  const open = (item: Json): void => {
    if (typeof item === 'bigint') out += item;
    else if (typeof item !== 'object' || item === null) out += JSON.stringify(item);
    else {
      const frame = frameOf(item);
      out += frame.keys === undefined ? '[' : '{';
      stack.push(frame);
    }
  };
  open(value);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const at = frame.next++;
    if (at === frame.items.length) {
      stack.pop();
      out += (at === 0 ? '' : line()) + (frame.keys === undefined ? ']' : '}');
      continue;
    }
    out += (at === 0 ? '' : ',') + line();
    if (frame.keys !== undefined) out += JSON.stringify(frame.keys[at]) + colon;
    open(frame.items[at] ?? null);
  }
  return out;
}

function frameOf(value: readonly Json[] | JsonObject): Frame {
  if (isArray(value)) return { items: value, keys: undefined, next: 0 };
  // Like JSON.stringify, leaves out properties that are undefined in spite of their type.
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return { items: keys.map((key) => value[key] ?? null), keys, next: 0 };
}

/** Equality of JSON Schema (2020-12 Core §4.2.2): numbers by mathematical value, objects without order. */
export function jsonEquals(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' || typeof b === 'bigint') {
    // Loose equality compares a bigint and a number exactly.
    // biome-ignore lint/suspicious/noDoubleEquals: see above; strings are kept out first.
    return typeof a !== 'string' && typeof b !== 'string' && isNumeric(a) && isNumeric(b) && a == b;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, at) => jsonEquals(item, b[at] ?? null));
  return !isArray(b) && objectsEqual(a, b);
}

function objectsEqual(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    const left = a[key];
    const right = Object.hasOwn(b, key) ? b[key] : undefined;
    return left !== undefined && right !== undefined && jsonEquals(left, right);
  });
}
