import type { Json } from '../../core/index.ts';
import { setOwn } from './json-kinds.ts';
import type { JsonResult } from './json-result.ts';
import { formatPointer } from './pointer.ts';

interface Limits {
  readonly maxDepth: number;
  readonly duplicateKeys: 'refuse' | 'keep-last';
}

/** Conversion of longer integers would take too long. */
const MAX_DIGITS = 4096;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Reads JSON text (RFC 8259) character by character. It is slower than `JSON.parse`, but keeps all digits
 * on every version of Node, finds duplicate names, and has the same error messages everywhere.
 */
export function readJsonText(text: string, start: number, limits: Limits): JsonResult {
  const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
  const path: (string | number)[] = [];
  const duplicates = new Set<string>();
  let at = start;
  let failure: { reason: string; offset: number } | undefined;

  // Every reader below returns undefined after an error; the first error counts.
  const fail = (reason: string, offset = at): undefined => {
    failure ??= { reason, offset };
    return undefined;
  };
  const skipSpace = (): void => {
    for (let code = text.charCodeAt(at); code === 32 || (code <= 13 && code >= 9); code = text.charCodeAt(at)) {
      if (code === 11 || code === 12) return;
      at++;
    }
  };
  const skip = (character: string): boolean => {
    skipSpace();
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const unexpected = (): undefined =>
    at >= text.length
      ? fail(text.slice(start).trim() === '' ? 'the content is empty' : 'the content ends too early')
      : fail(
          /^\/[/*]/.test(text.slice(at, at + 2))
            ? 'unexpected comment: JSON has none'
            : `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`,
        );

  function readValue(): Json | undefined {
    skipSpace();
    const first = text[at];
    if (first === '{') return nested(readObject);
    if (first === '[') return nested(readArray);
    if (first === '"') return readString();
    if (first === 't') return readWord('true', true);
    if (first === 'f') return readWord('false', false);
    return first === 'n' ? readWord('null', null) : readNumber();
  }

  function readWord(word: string, value: Json): Json | undefined {
    if (!text.startsWith(word, at)) return unexpected();
    at += word.length;
    return value;
  }

  function nested(read: () => Json | undefined): Json | undefined {
    if (path.length >= limits.maxDepth) return fail(`nested deeper than ${limits.maxDepth} levels`);
    at++;
    return read();
  }

  function readNumber(): Json | undefined {
    const from = at;
    number.lastIndex = at;
    const found = number.exec(text);
    if (found === null) return unexpected();
    const literal = found[0];
    at += literal.length;
    const value = Number(literal);
    if (found[1] !== undefined || found[2] !== undefined || Number.isSafeInteger(value)) return value;
    if (literal.length > MAX_DIGITS) return fail(`a number of more than ${MAX_DIGITS} digits`, from);
    return BigInt(literal);
  }

  function readString(): string | undefined {
    let result = '';
    let from = ++at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 34 && code !== 92 && code >= 32) {
        at++;
        continue;
      }
      result += text.slice(from, at);
      if (code !== 92) break;
      const escaped = readEscape();
      if (escaped === undefined) return undefined;
      result += escaped;
      from = at;
    }
    if (at >= text.length) return unexpected();
    if (text[at] !== '"') return fail('a control character in a string');
    at++;
    return result;
  }

  function readEscape(): string | undefined {
    const letter = text[at + 1] ?? '';
    if (letter === 'u') {
      const digits = text.slice(at + 2, at + 6);
      if (!/^[\da-fA-F]{4}$/.test(digits)) return fail('a malformed \\u escape');
      at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (!Object.hasOwn(ESCAPES, letter)) return fail('an unknown escape');
    at += 2;
    return ESCAPES[letter];
  }

  function readArray(): Json | undefined {
    const items: Json[] = [];
    if (skip(']')) return items;
    do {
      path.push(items.length);
      const item = readValue();
      if (item === undefined) return undefined;
      path.pop();
      items.push(item);
    } while (skip(','));
    return skip(']') ? items : unexpected();
  }

  function readObject(): Json | undefined {
    const members: Record<string, Json> = {};
    if (skip('}')) return members;
    do {
      skipSpace();
      if (text[at] !== '"') return unexpected();
      const from = at;
      const key = readString();
      if (key === undefined) return undefined;
      path.push(key);
      if (Object.hasOwn(members, key) && !repeated(key, from)) return undefined;
      if (!skip(':')) return unexpected();
      const value = readValue();
      if (value === undefined) return undefined;
      path.pop();
      setOwn(members, key, value);
    } while (skip(','));
    return skip('}') ? members : unexpected();
  }

  function repeated(key: string, offset: number): boolean {
    if (limits.duplicateKeys === 'refuse') fail(`the name ${JSON.stringify(key)} stands more than once`, offset);
    duplicates.add(formatPointer(path));
    return failure === undefined;
  }

  const value = readValue();
  skipSpace();
  if (value !== undefined && at < text.length) fail('something follows the value');
  if (failure !== undefined) return { ok: false, ...failure };
  if (value === undefined) return { ok: false, reason: 'the content is empty', offset: at };
  return duplicates.size === 0 ? { ok: true, value } : { ok: true, value, duplicateKeys: [...duplicates] };
}
