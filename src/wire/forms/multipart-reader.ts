import * as HeadersParser from 'multipasta/HeadersParser';
import * as Search from 'multipasta/Search';
import type { BodyPart, HeaderFields } from '../../core/index.ts';
import { asBuffer } from '../http/as-buffer.ts';
import { parseParameters } from '../http/media-type.ts';
import { decodePercent } from '../http/percent.ts';

/** One body part (RFC 2046 §5.1). */
export interface Part extends BodyPart {
  readonly bytes: Uint8Array;
  /** As sent. It is a label, never a path. */
  readonly filename?: string;
  readonly contentType?: string;
}

export interface PartLimits {
  readonly maxParts?: number;
  /** Maximum bytes of one part's header; at most 16 KiB and 100 fields. */
  readonly maxHeaderSize?: number;
}

export type PartsResult =
  | { readonly ok: true; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly reason: string };

/** Splits multipart content into its parts; at most 1 000 of them, 8 KiB of header fields each. The bytes are shared, not copied. */
export function splitParts(bytes: Uint8Array, boundary: string | undefined, limits: PartLimits = {}): PartsResult {
  if (boundary === undefined || boundary.length === 0 || boundary.length > 70)
    return { ok: false, reason: 'the media type has no usable boundary' };
  const reading: ReadState = { content: asBuffer(bytes), length: boundary.length + 4, limits, parts: [], end: -2 };
  eachSegment(reading, boundary);
  const { problem, parts } = reading;
  if (problem !== undefined) return { ok: false, reason: problem };
  if (reading.done === true) return { ok: true, parts };
  const reason =
    reading.from === undefined ? 'the boundary of the media type does not occur' : 'the final boundary is missing';
  return { ok: false, reason };
}

/** The state of the reader. Offsets are those of the content. */
interface ReadState {
  readonly content: Buffer;
  /** Length of a delimiter with the preceding line break, which belongs to it. */
  readonly length: number;
  readonly limits: PartLimits;
  readonly parts: Part[];
  /** End of the searched content. */
  end: number;
  /** Start of the open part. */
  from?: number;
  done?: boolean;
  problem?: string;
}

/**
 * After this many bytes the reader stops if there was an error, so that hostile content is not read to its
 * end.
 */
const CHUNK = 65_536;

/** Reads each segment between delimiters, chunk by chunk. */
function eachSegment(reading: ReadState, boundary: string): void {
  let current = 0;
  let start = reading.end;
  const search = Search.make(`\r\n--${boundary}`, (index, piece) => {
    for (; current < index; current++) {
      if (current > 0) readSegment(reading, start, false);
      reading.end += reading.length;
      start = reading.end;
    }
    reading.end += piece.length;
  });
  // The first delimiter may be at the very beginning, without a line break.
  search.write(Buffer.from('\r\n'));
  for (let at = 0; at < reading.content.length && isOpen(reading); at += CHUNK)
    search.write(reading.content.subarray(at, at + CHUNK));
  if (isOpen(reading)) search.end();
  if (isOpen(reading) && current > 0) readSegment(reading, start, true);
}

const isOpen = ({ done, problem }: ReadState): boolean => done !== true && problem === undefined;

/**
 * A segment begins with the rest of the delimiter's line: `--` after the last one, else only padding (RFC
 * 2046 §5.1.1).
 */
function readSegment(reading: ReadState, start: number, last: boolean): void {
  if (!isOpen(reading)) return;
  const { content, length } = reading;
  const final = content[start] === 45 && content[start + 1] === 45;
  const line = content.toString('latin1', start, Math.min(reading.end, start + 256));
  const padding = /^[ \t]*(?:\r\n|$)/.exec(line)?.[0];
  // Anything else is a longer boundary, and content of the part.
  if (!final && (padding === undefined || (last && !padding.endsWith('\n')))) return;
  if (reading.from !== undefined) closePart(reading, reading.from, Math.max(start - length, reading.from));
  reading.from = start + (padding?.length ?? 0);
  reading.done = final;
}

function closePart(reading: ReadState, from: number, end: number): void {
  const { maxParts = 1000, maxHeaderSize = 8192 } = reading.limits;
  if (reading.parts.length === maxParts) reading.problem = `more than ${maxParts} parts`;
  if (reading.problem !== undefined) return;
  const part = readPart(reading.content.subarray(from, end), maxHeaderSize);
  if (typeof part === 'string') reading.problem = `part ${reading.parts.length + 1} ${part}`;
  else reading.parts.push(part);
}

function readPart(content: Buffer, maxHeaderSize: number): Part | string {
  if (content[0] === 13 && content[1] === 10) return { headers: [], bytes: content.subarray(2) };
  const tooMuch = `has more than ${maxHeaderSize} bytes of header fields`;
  const found = HeadersParser.make()(content, 0);
  if (found._tag === 'Continue') return 'has no blank line after its header fields';
  if (found._tag === 'Failure')
    return found.reason === 'HeaderTooLarge'
      ? tooMuch
      : found.reason === 'TooManyHeaders'
        ? 'has too many header fields'
        : 'has a malformed header field';
  if (found.endPosition - 4 > maxHeaderSize) return tooMuch;
  const contentType = first(found.headers['content-type']);
  return {
    headers: fieldsOf(found.headers),
    bytes: content.subarray(found.endPosition),
    ...(contentType === undefined ? {} : { contentType }),
    ...parseDisposition(first(found.headers['content-disposition']) ?? ''),
  };
}

function fieldsOf(headers: Readonly<Record<string, string | readonly string[]>>): HeaderFields {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((each) => [name, each.trim()] as const),
  );
}

/** The first value of a repeated field. */
const first = (value: string | readonly string[] | undefined): string | undefined =>
  (typeof value === 'string' ? value : value?.[0])?.trim();

/** The parameters of a `Content-Disposition` (RFC 6266 §4.3, RFC 7578 §4.2). */
export function parseDisposition(text: string): { readonly name?: string; readonly filename?: string } {
  const semicolon = text.indexOf(';');
  const parameters = semicolon < 0 ? undefined : parseParameters(text.slice(semicolon));
  const name = unescapeName(parameters?.['name']);
  const filename = extendedText(parameters?.['filename*']) ?? unescapeName(parameters?.['filename']);
  return { ...(name === undefined ? {} : { name }), ...(filename === undefined ? {} : { filename }) };
}

/**
 * Browsers escape quotes and line breaks in names in this way (WHATWG HTML §4.10.21.8); standin escapes
 * every control character.
 */
function unescapeName(text: string | undefined): string | undefined {
  return text?.replace(/%(?:22|7F|[01][\dA-F])/gi, decodeURIComponent);
}

/** An extended value in UTF-8 (RFC 8187 §3.2). */
function extendedText(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(value ?? '')?.[1];
  return encoded === undefined ? undefined : decodePercent(encoded);
}
