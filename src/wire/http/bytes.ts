import { asBuffer } from './as-buffer.ts';

// Keeps no state between calls: without `stream` every call decodes anew.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A string from UTF-8 bytes, with a byte order mark if there is one. `undefined` if the bytes are not
 * UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  // Invalid UTF-8 becomes U+FFFD here. A string without that character is exact, and this takes a
  // third of the time.
  const text = asBuffer(bytes).toString('utf8');
  if (!text.includes('\ufffd')) return text;
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** One character (U+0000–U+00FF) for each byte: the form of binary content in a JSON value. */
export function bytesToText(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

/** The reverse of `bytesToText`; UTF-8 if a character is beyond U+00FF, so that no text is lost. */
export function textToBytes(text: string): Uint8Array {
  return Buffer.from(text, /[\u0100-\uffff]/.test(text) ? 'utf8' : 'latin1');
}
