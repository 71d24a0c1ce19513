import type { HeaderFields, Json } from '../core/index.ts';
import { asBuffer } from './as-buffer.ts';
import { bytesToText, decodeUtf8, textToBytes } from './bytes.ts';
import { fieldValue } from './fields.ts';
import { contentOf, type FormField, type FormShape, gather, type ValueResult } from './form.ts';
import { isArray, type JsonOptions, stringifyJson } from './json.ts';
import { setOwn } from './json-text.ts';
import { isJson, isText, isXml, parseMediaType, parseParameters } from './media-type.ts';
import { scalarText } from './scalars.ts';

/** One body part (RFC 2046 §5.1). */
export interface Part {
  readonly headers: HeaderFields;
  readonly bytes: Uint8Array;
  /** Of `Content-Disposition: form-data` (RFC 7578 §4.2). */
  readonly name?: string;
  /** As the sender wrote it: a label, never a path. */
  readonly filename?: string;
  readonly contentType?: string;
}

export interface PartLimits {
  readonly maxParts?: number;
  /** Bytes of one part's header block. */
  readonly maxHeaderSize?: number;
}

export type PartsResult =
  | { readonly ok: true; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly reason: string };

/** Splits multipart content into its parts; at most 1 000 of them, 8 KiB of header fields each. The bytes are shared, not copied. */
export function splitParts(bytes: Uint8Array, boundary: string | undefined, limits: PartLimits = {}): PartsResult {
  const { maxParts = 1000, maxHeaderSize = 8192 } = limits;
  if (boundary === undefined || boundary.length === 0 || boundary.length > 70)
    return { ok: false, reason: 'the media type has no usable boundary' };
  const content = asBuffer(bytes);
  const parts: Part[] = [];
  let delimiter = findDelimiter(content, boundary, 0);
  if (delimiter === undefined) return { ok: false, reason: 'the boundary of the media type does not occur' };
  while (!delimiter.last) {
    const next = findDelimiter(content, boundary, delimiter.end);
    if (next === undefined) return { ok: false, reason: 'the final boundary is missing' };
    if (parts.length === maxParts) return { ok: false, reason: `more than ${maxParts} parts` };
    const part = readPart(content.subarray(delimiter.end, Math.max(next.start, delimiter.end)), maxHeaderSize);
    if (typeof part === 'string') return { ok: false, reason: `part ${parts.length + 1} ${part}` };
    parts.push(part);
    delimiter = next;
  }
  return { ok: true, parts };
}

interface Delimiter {
  /** Of the line break before it, which belongs to the delimiter. */
  readonly start: number;
  readonly end: number;
  readonly last: boolean;
}

function findDelimiter(content: Buffer, boundary: string, from: number): Delimiter | undefined {
  const dashes = `--${boundary}`;
  for (let at = content.indexOf(dashes, from, 'latin1'); at >= 0; at = content.indexOf(dashes, at + 1, 'latin1')) {
    const atLineStart = at === 0 || (content[at - 1] === 10 && content[at - 2] === 13);
    const after = at + dashes.length;
    if (!atLineStart) continue;
    const start = Math.max(at - 2, 0);
    if (content[after] === 45 && content[after + 1] === 45) return { start, end: after + 2, last: true };
    const lineEnd = content.indexOf('\r\n', after, 'latin1');
    // Only padding may follow on the line (RFC 2046 §5.1.1); anything else is another, longer boundary.
    if (lineEnd >= 0 && /^[ \t]*$/.test(content.toString('latin1', after, Math.min(lineEnd, after + 256))))
      return { start, end: lineEnd + 2, last: false };
  }
  return undefined;
}

function readPart(content: Buffer, maxHeaderSize: number): Part | string {
  const bare = content[0] === 13 && content[1] === 10;
  const end = bare ? 0 : content.indexOf('\r\n\r\n');
  if (end < 0) return 'has no blank line after its header fields';
  if (end > maxHeaderSize) return `has more than ${maxHeaderSize} bytes of header fields`;
  const headers: [string, string][] = [];
  // RFC 7578 §5.1: names and file names are UTF-8.
  for (const line of content.toString('utf8', 0, end).split('\r\n').filter(Boolean)) {
    const found = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/s.exec(line);
    if (found?.[1] === undefined) return 'has a malformed header field';
    headers.push([found[1], found[2] ?? '']);
  }
  const contentType = fieldValue(headers, 'content-type');
  const body = { headers, bytes: content.subarray(bare ? 2 : end + 4) };
  return { ...body, ...(contentType === undefined ? {} : { contentType }), ...disposition(headers) };
}

function disposition(headers: HeaderFields): { readonly name?: string; readonly filename?: string } {
  const text = fieldValue(headers, 'content-disposition') ?? '';
  const semicolon = text.indexOf(';');
  const parameters = semicolon < 0 ? undefined : parseParameters(text.slice(semicolon));
  const named = Object.entries(parameters ?? {}).filter(([name]) => name === 'name' || name === 'filename');
  return Object.fromEntries(named.map(([name, value]) => [name, unescapeName(value)]));
}

/** Browsers escape quotes and line breaks in names this way (WHATWG HTML §4.10.21.8). */
function unescapeName(text: string): string {
  return text.replace(/%22|%0D|%0A/gi, decodeURIComponent);
}

/**
 * Reads `multipart/form-data` into an object of its fields, and any other multipart type into an array of its parts. JSON parts become values,
 * text becomes text; other parts become text with one character for each byte (`bytesToText`), so that nothing is lost and lengths count bytes.
 */
export function decodeMultipart(
  bytes: Uint8Array,
  mediaType: string,
  shape: FormShape = {},
  options: JsonOptions & PartLimits = {},
): ValueResult {
  const type = parseMediaType(mediaType);
  const split = splitParts(bytes, type?.parameters['boundary'], options);
  if (!split.ok) return split;
  if (type?.subtype !== 'form-data')
    return { ok: true, value: split.parts.map((part) => partValue(part, undefined, options)) };
  const fields = new Map<string, Json[]>();
  for (const [at, part] of split.parts.entries()) {
    if (part.name === undefined) return { ok: false, reason: `part ${at + 1} has no name` };
    const field = Object.hasOwn(shape, part.name) ? shape[part.name] : undefined;
    fields.set(part.name, [...(fields.get(part.name) ?? []), partValue(part, field, options)]);
  }
  const value: Record<string, Json> = {};
  for (const [name, values] of fields)
    setOwn(value, name, gather(values, Object.hasOwn(shape, name) ? shape[name] : undefined));
  return { ok: true, value };
}

function partValue(part: Part, field: FormField | undefined, options: JsonOptions): Json {
  const type = part.contentType ?? '';
  if (part.filename !== undefined && !isJson(type)) return readableText(part, type);
  const text = decodeUtf8(part.bytes);
  if (text === undefined) return bytesToText(part.bytes);
  if (isJson(type)) return contentOf(text, { shape: 'object', contentType: type }, options);
  // Browsers and curl send structured fields without a type of their own.
  return type === '' || isText(type) ? contentOf(text, field, options) : readableText(part, type);
}

function readableText(part: Part, type: string): string {
  const text = isText(type) || isXml(type) ? decodeUtf8(part.bytes) : undefined;
  return text ?? bytesToText(part.bytes);
}

/** Writes an object as `multipart/form-data`, or an array as parts without names, with a boundary that its content does not hold. */
export function encodeMultipart(
  value: Json,
  mediaType: string,
  shape: FormShape = {},
): { readonly bytes: Uint8Array; readonly mediaType: string } {
  const chunks = partsOf(value, shape);
  let boundary = parseMediaType(mediaType)?.parameters['boundary'] ?? 'standin-part';
  for (let n = 1; chunks.some((chunk) => chunk.bytes.includes(boundary)); n++) boundary = `standin-part-${n}`;
  const content = chunks.flatMap((chunk) => [
    Buffer.from(`--${boundary}\r\n${chunk.head}\r\n`),
    chunk.bytes,
    Buffer.from('\r\n'),
  ]);
  const essence = parseMediaType(mediaType)?.essence ?? 'multipart/form-data';
  return {
    bytes: Buffer.concat([...content, Buffer.from(`--${boundary}--\r\n`)]),
    mediaType: `${essence}; boundary=${boundary}`,
  };
}

interface Chunk {
  readonly head: string;
  readonly bytes: Buffer;
}

function partsOf(value: Json, shape: FormShape): readonly Chunk[] {
  if (isArray(value)) return value.map((item) => chunk(undefined, item, undefined));
  if (typeof value !== 'object' || value === null) return [chunk('value', value, undefined)];
  return Object.entries(value).flatMap(([name, member]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const repeated = isArray(member) && !isJson(field?.contentType ?? '') ? member : [member];
    return repeated.map((item) => chunk(name, item, field));
  });
}

function chunk(name: string | undefined, value: Json, field: FormField | undefined): Chunk {
  const structured = typeof value === 'object' && value !== null;
  const type = concreteType(field?.contentType) ?? (structured ? 'application/json' : undefined);
  const binary = type !== undefined && !isText(type) && !isJson(type) && !isXml(type);
  const quoted = name?.replace(/["\r\n]/g, encodeURIComponent);
  const file = binary ? `; filename="${quoted}"` : '';
  const lines = name === undefined ? '' : `Content-Disposition: form-data; name="${quoted}"${file}\r\n`;
  const text = type !== undefined && isJson(type) ? stringifyJson(value) : scalarText(value);
  return {
    head: `${lines}${type === undefined ? '' : `Content-Type: ${type}\r\n`}`,
    bytes: asBuffer(binary ? textToBytes(text) : Buffer.from(text, 'utf8')),
  };
}

/** The Encoding Object may list several types and ranges: the first, with a range narrowed to bytes. */
function concreteType(contentType: string | undefined): string | undefined {
  const first = contentType?.split(',')[0]?.trim();
  return first?.includes('*') ? 'application/octet-stream' : first;
}
