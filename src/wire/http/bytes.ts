import { asBuffer } from './as-buffer.ts';

// Holds nothing between calls: without `stream` every decode starts afresh.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of bytes that are UTF-8 to the last one; a byte order mark is kept. `undefined` where they are not. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  // What is not UTF-8 is written as U+FFFD: text without one is exact, and reading it so takes a third of the time.
  const text = asBuffer(bytes).toString('utf8');
  if (!text.includes('\ufffd')) return text;
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** One character (U+0000–U+00FF) for each byte: the form in which binary content stands in a JSON value. */
export function bytesToText(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

/** The bytes that `bytesToText` was given; UTF-8 where a character is beyond U+00FF, so that no text is lost. */
export function textToBytes(text: string): Uint8Array {
  return Buffer.from(text, /[\u0100-\uffff]/.test(text) ? 'utf8' : 'latin1');
}
