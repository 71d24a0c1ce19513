import { StandinError } from '../../core/index.ts';
import { refuseAt, refuseDocument } from '../model/source-file.ts';

const UTF_16 = 'not UTF-8 at byte 0: the file begins with the byte order mark of UTF-16';

/** First bytes of other file types, with a hint for each. */
const OTHERS: readonly (readonly [start: readonly number[], kind: string, hint: string])[] = [
  [[0xff, 0xfe], UTF_16, 'Save it as UTF-8; what > of Windows PowerShell writes is UTF-16.'],
  [[0xfe, 0xff], UTF_16, 'Save it as UTF-8.'],
  [[0x25, 0x50, 0x44, 0x46], 'this is a PDF', 'An OpenAPI document is JSON or YAML.'],
  [[0x50, 0x4b, 0x03, 0x04], 'this is a ZIP archive', 'Unpack it, and give the document in it.'],
  [[0x1f, 0x8b], 'this is compressed with gzip', 'Unpack it, and give the document in it.'],
];

/**
 * Decodes a file. A byte order mark is dropped; anything but UTF-8 is refused with its type, or with the
 * offset of the first invalid byte.
 */
export function decodeFile(name: string, bytes: Uint8Array): string {
  for (const [start, kind, hint] of OTHERS)
    if (start.every((byte, index) => bytes[index] === byte)) refuseDocument(name, kind, hint);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new StandinError('document.refused', `${name}: not UTF-8 at byte ${firstBadByte(bytes)}`, { cause });
  }
}

/** The longest valid prefix ends before the invalid character; it is found by bisection. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (decodes(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // An incomplete character at the end is invalid from its first byte.
  while (good > 0 && !decodes(bytes.subarray(0, good), false)) good--;
  return good;
}

function decodes(bytes: Uint8Array, stream = true): boolean {
  try {
    // `stream` accepts an incomplete sequence at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

/** NUL is not allowed in JSON or YAML, and a lone surrogate is not a character. */
export function refuseBadCharacters(name: string, text: string): void {
  const nul = text.indexOf('\0');
  if (nul >= 0) refuseAt(name, text, nul, 'a NUL character');
  // The built-in test is a hundred times faster for large text. (ES2024, in every supported Node.)
  const wellFormed = (text as string & { isWellFormed(): boolean }).isWellFormed();
  const surrogate = wellFormed ? -1 : text.search(LONE_SURROGATE);
  if (surrogate >= 0) refuseAt(name, text, surrogate, 'a lone surrogate');
}

const LONE_SURROGATE = /\p{Surrogate}/u;

const ESCAPED_SURROGATE =
  /(?<!\\)(?:\\\\)*\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|[c-fC-F][0-9a-fA-F]{2})/g;

/** Escapes such as `\ud800`, which are half of a character (RFC 8259 §8.2). */
export function refuseEscapedSurrogates(name: string, text: string): void {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return;
  for (const found of text.matchAll(ESCAPED_SURROGATE)) {
    const offset = found.index + found[0].lastIndexOf('\\u');
    const high = /\\u[dD][89abAB][0-9a-fA-F]{2}$/.test(text.slice(Math.max(0, offset - 6), offset));
    const isLow = /^\\u[dD][c-fC-F]/.test(text.slice(offset));
    if (!(isLow && high)) refuseAt(name, text, offset, 'a lone surrogate, which is half of a character');
  }
}
