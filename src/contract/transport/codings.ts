import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

export type DecodedContent =
  | { readonly kind: 'decoded'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown'; readonly coding: string }
  | { readonly kind: 'too-large'; readonly message: string }
  | { readonly kind: 'bad'; readonly message: string };

type Decompress = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const gunzipBytes: Decompress = promisify(gunzip);
const brotliBytes: Decompress = promisify(brotliDecompress);
const inflateBytes: Decompress = promisify(inflate);
const inflateRawBytes: Decompress = promisify(inflateRaw);

/** Many servers send raw deflate under this name (RFC 9110 §8.4.1.2, note). */
const deflateBytes: Decompress = async (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateBytes(bytes, options) : inflateRawBytes(bytes, options);

const CODINGS = new Map<string, Decompress>([
  ['gzip', gunzipBytes],
  ['x-gzip', gunzipBytes],
  ['deflate', deflateBytes],
  ['br', brotliBytes],
]);

const MOST_CODINGS = 5;

/** Removes the content codings (RFC 9110 §8.4), the last one first. The result has at most `maxBytes`. */
export async function decodeContent(bytes: Uint8Array, header: string, maxBytes: number): Promise<DecodedContent> {
  const codings = header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MOST_CODINGS) {
    return { kind: 'bad', message: `${codings.length} content codings, at most ${MOST_CODINGS} are read` };
  }
  const unknown = codings.find((coding) => !CODINGS.has(coding));
  if (unknown !== undefined) return { kind: 'unknown', coding: unknown };
  let rest = bytes;
  for (const coding of codings.reverse()) {
    const decompress = CODINGS.get(coding);
    if (decompress === undefined || rest.length === 0) continue;
    try {
      rest = await decompress(rest, { maxOutputLength: maxBytes });
    } catch (cause) {
      return explain(cause, coding, bytes.length, maxBytes);
    }
  }
  return { kind: 'decoded', bytes: rest };
}

function explain(cause: unknown, coding: string, size: number, maxBytes: number): DecodedContent {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    const ratio = Math.floor(maxBytes / Math.max(1, size));
    return {
      kind: 'too-large',
      message: `${size} bytes of ${coding} unpack to more than ${maxBytes} (over ${ratio}:1)`,
    };
  }
  const text = cause instanceof Error ? cause.message : String(cause);
  return { kind: 'bad', message: `the body is not a complete ${coding} stream: ${text}` };
}
