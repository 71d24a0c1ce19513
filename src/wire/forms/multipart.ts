import type { BodyPart, HeaderFields, Json, SentFile } from '../../core/index.ts';
import { asBuffer } from '../http/as-buffer.ts';
import { bytesToText, decodeUtf8, textToBytes } from '../http/bytes.ts';
import { safeFieldValue } from '../http/fields.ts';
import { isJson, isText, isXml, parseMediaType } from '../http/media-type.ts';
import { decodePercent, encodePathSegment } from '../http/percent.ts';
import { type JsonOptions, stringifyJson } from '../json/json.ts';
import { isArray, setOwn } from '../json/json-kinds.ts';
import { scalarText } from '../json/scalars.ts';
import type { ValueResult } from '../json/value-result.ts';
import type { RawPair } from '../params/parameter-pairs.ts';
import { encodeParameter } from '../params/styles.ts';
import { formatXml, parseXml } from '../xml/xml.ts';
import {
  claimedBy,
  decodeStyled,
  type FormField,
  type FormShape,
  fieldContentOf,
  gatherFields,
  styleOf,
} from './form.ts';
import { type Part, type PartLimits, splitParts } from './multipart-reader.ts';

/** Parts by their position (OpenAPI 3.2 §4.15.4.2): the first ones, and all others. */
export interface PartSequence {
  readonly first: readonly FormField[];
  readonly rest?: FormField;
}

export type MultipartResult = ValueResult & { readonly parts?: readonly BodyPart[] };

/**
 * Reads `multipart/form-data` into an object of its fields, and any other multipart type into an array of its parts, unless fields are
 * described and every part has a name. JSON parts become values,
 * text becomes text; other parts become text with one character for each byte (`bytesToText`), so that nothing is lost and lengths count bytes.
 */
export function decodeMultipart(
  bytes: Uint8Array,
  mediaType: string,
  shape: FormShape = {},
  options: JsonOptions & PartLimits & { readonly partSequence?: PartSequence } = {},
): MultipartResult {
  const type = parseMediaType(mediaType);
  const split = splitParts(bytes, type?.parameters['boundary'], options);
  if (!split.ok) return split;
  const value = partsValue(type?.subtype, split.parts, shape, options);
  return value.ok ? { ...value, parts: split.parts.map(factsOf) } : value;
}

function factsOf({ name, headers, filename, contentType, bytes }: Part): BodyPart {
  const file: SentFile | undefined =
    filename === undefined
      ? undefined
      : { name: filename, bytes, ...(contentType === undefined ? {} : { type: contentType }) };
  return { ...(name === undefined ? {} : { name }), headers, ...(file === undefined ? {} : { file }) };
}

function partsValue(
  subtype: string | undefined,
  parts: readonly Part[],
  shape: FormShape,
  options: JsonOptions & { readonly partSequence?: PartSequence },
): ValueResult {
  const isObject = Object.keys(shape).length > 0 && parts.every(({ name }) => name !== undefined);
  if (subtype !== 'form-data' && !isObject)
    return { ok: true, value: parts.map((part, at) => partValue(part, fieldAt(options.partSequence, at), options)) };
  const named = new Map<string, Part[]>();
  for (const [at, part] of parts.entries()) {
    if (part.name === undefined) return { ok: false, reason: `part ${at + 1} has no name` };
    const before = named.get(part.name);
    if (before === undefined) named.set(part.name, [part]);
    else before.push(part);
  }
  const value: Record<string, Json> = {};
  const claimed = claimedBy(
    shape,
    [...named.keys()].map((name) => ({ name })),
  );
  for (const name of new Set([...claimed, ...named.keys()])) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (claimed.has(name) && field === undefined) continue;
    const styled = field === undefined ? undefined : decodeStyled(name, field, pairsOf(parts, name, field));
    if (styled?.ok === false) return styled;
    const values = (named.get(name) ?? []).map((part) => partValue(part, field, options));
    setOwn(value, name, styled?.value ?? gatherFields(values, field));
  }
  return { ok: true, value };
}

const fieldAt = (sequence: PartSequence | undefined, at: number): FormField | undefined =>
  sequence?.first[at] ?? sequence?.rest;

const DELIMITERS: Readonly<Record<string, readonly [plain: string, encoded: string]>> = {
  form: [',', ','],
  spaceDelimited: [' ', '%20'],
  pipeDelimited: ['|', '%7C'],
};

/** Parts as query pairs. They are not percent-encoded, so each delimiter character is a delimiter. */
function pairsOf(parts: readonly Part[], name: string, field: FormField): readonly RawPair[] {
  const style = styleOf(name, field);
  if (style === undefined) return [];
  const [plain, encoded] = (style.explode ? undefined : DELIMITERS[style.style]) ?? [];
  return parts.map((part) => {
    const text = decodeUtf8(part.bytes) ?? bytesToText(part.bytes);
    const pieces = plain === undefined ? [text] : text.split(plain);
    return { name: part.name ?? '', raw: pieces.map(encodePathSegment).join(encoded) };
  });
}

function partValue(part: Part, field: FormField | undefined, options: JsonOptions): Json {
  const type = part.contentType ?? '';
  if (part.filename !== undefined && !isJson(type)) return readableText(part, type);
  const text = decodeUtf8(part.bytes);
  if (text === undefined) return bytesToText(part.bytes);
  if (isJson(type)) return fieldContentOf(text, { shape: 'object', contentType: type }, options);
  if (isXml(type) && field?.xmlShape !== undefined && field.shape !== 'scalar') {
    const parsed = parseXml(text, field.xmlShape(), options);
    return parsed.ok ? parsed.value : text;
  }
  // Browsers and curl send structured fields without a media type.
  return type === '' || isText(type) ? fieldContentOf(text, field, options) : readableText(part, type);
}

function readableText(part: Part, type: string): string {
  const text = isText(type) || isXml(type) ? decodeUtf8(part.bytes) : undefined;
  return text ?? bytesToText(part.bytes);
}

/**
 * Writes an object as `multipart/form-data`, or an array as parts without names, with a boundary that does
 * not occur in the content.
 */
export function encodeMultipart(
  value: Json,
  mediaType: string,
  shape: FormShape = {},
  sequence?: PartSequence,
): { readonly bytes: Uint8Array; readonly mediaType: string } {
  const chunks = partsOf(value, shape, sequence);
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

function partsOf(value: Json, shape: FormShape, sequence: PartSequence | undefined): readonly Chunk[] {
  if (isArray(value)) return value.map((item, at) => chunk(undefined, item, fieldAt(sequence, at)));
  if (typeof value !== 'object' || value === null) return [chunk('value', value, undefined)];
  return Object.entries(value).flatMap(([name, member]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const styled = field === undefined ? undefined : styledParts(name, member, field);
    if (styled !== undefined) return styled;
    const repeated = isArray(member) && !isJson(field?.contentType ?? '') ? member : [member];
    return repeated.map((item) => chunk(name, item, field));
  });
}

function styledParts(name: string, value: Json, field: FormField): readonly Chunk[] | undefined {
  const spec = styleOf(name, field);
  const encoded = spec === undefined ? undefined : encodeParameter(spec, value);
  if (encoded === undefined || typeof encoded === 'string') return undefined;
  const { fields } = field;
  const plain: FormField = { shape: 'scalar', ...(fields === undefined ? {} : { fields }) };
  return encoded.map((pair) => chunk(decodePercent(pair.name), decodePercent(pair.value) ?? pair.value, plain));
}

function chunk(name: string | undefined, value: Json, field: FormField | undefined): Chunk {
  const structured = typeof value === 'object' && value !== null;
  const type = concreteType(field?.contentType) ?? (structured ? 'application/json' : undefined);
  const binary = type !== undefined && !isText(type) && !isJson(type) && !isXml(type);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no header field can hold (RFC 9110 §5.5).
  const quoted = name?.replace(/["\u0000-\u001f\u007f]/g, encodeURIComponent);
  const file = binary ? `; filename="${quoted}"` : '';
  const lines = name === undefined ? '' : `Content-Disposition: form-data; name="${quoted}"${file}\r\n`;
  const text = partText(value, type, field);
  const fields: HeaderFields = [
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...(field?.fields ?? []),
  ];
  return {
    head: `${lines}${fields.map(([key, each]) => `${key}: ${safeFieldValue(each)}\r\n`).join('')}`,
    bytes: asBuffer(binary ? textToBytes(text) : Buffer.from(text, 'utf8')),
  };
}

function partText(value: Json, type: string | undefined, field: FormField | undefined): string {
  if (type !== undefined && isJson(type)) return stringifyJson(value);
  const isTree = typeof value === 'object' && value !== null && type !== undefined && isXml(type);
  return isTree ? formatXml(value, field?.xmlShape?.()) : scalarText(value);
}

/** The first of the Encoding Object's media types; a range becomes bytes. */
function concreteType(contentType: string | undefined): string | undefined {
  const first = contentType?.split(',')[0]?.trim();
  return first?.includes('*') ? 'application/octet-stream' : first;
}
