import type { Json } from '../core/index.ts';
import { asBuffer } from './as-buffer.ts';
import { bytesToText, decodeUtf8, textToBytes } from './bytes.ts';
import { contentOf, type FormField, type FormShape, gather, type ValueResult } from './form.ts';
import { type JsonOptions, stringifyJson } from './json.ts';
import { isArray } from './json-kinds.ts';
import { setOwn } from './json-text.ts';
import { isJson, isText, isXml, parseMediaType } from './media-type.ts';
import { type Part, type PartLimits, splitParts } from './multipart-reader.ts';
import { scalarText } from './scalars.ts';

/**
 * Reads `multipart/form-data` into an object of its fields, and any other multipart type into an array of its parts, unless fields are
 * described and every part has a name. JSON parts become values,
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
  const isObject = Object.keys(shape).length > 0 && split.parts.every(({ name }) => name !== undefined);
  if (type?.subtype !== 'form-data' && !isObject)
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no header field can hold (RFC 9110 §5.5).
  const quoted = name?.replace(/["\u0000-\u001f\u007f]/g, encodeURIComponent);
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
