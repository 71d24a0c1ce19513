import type { Body, Json } from '../core/index.ts';
import { decodeForm, encodeForm, type FormShape } from './forms/form.ts';
import { decodeMultipart, encodeMultipart, type MultipartResult, type PartSequence } from './forms/multipart.ts';
import type { PartLimits } from './forms/multipart-reader.ts';
import { bytesToText, decodeUtf8, textToBytes } from './http/bytes.ts';
import { type ContentKind, contentKind, type MediaTypeParts, parseMediaType } from './http/media-type.ts';
import { decodeItems, encodeItems } from './items.ts';
import { type JsonOptions, parseJson, stringifyJson } from './json/json.ts';
import { isArray } from './json/json-kinds.ts';
import { scalarText } from './json/scalars.ts';
import { formatXml, parseXml, type XmlShape } from './xml/xml.ts';
import { formatYaml, parseYaml } from './yaml.ts';

export interface BodyOptions extends JsonOptions, PartLimits {
  readonly xmlShape?: XmlShape;
  readonly formShape?: FormShape;
  /** Parts of multipart content that is not a form. */
  readonly partSequence?: PartSequence;
}

/** UTF-8 and its subset. Other charsets are not decoded. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Reads content by its media type. Empty content is `none`; JSON, XML, YAML, text and forms are `parsed`;
 * sequential types are a `stream` of items; content without a known structure is `bytes`. Content that does
 * not fit its media type is `unreadable`, with the reason.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined, options: BodyOptions = {}): Body {
  if (bytes.byteLength === 0) return { kind: 'none' };
  const mediaType = contentType?.trim() ?? '';
  if (mediaType === '') return { kind: 'bytes', mediaType, bytes };
  const type = parseMediaType(mediaType);
  if (type === undefined) return unreadable(bytes, mediaType, 'the media type is malformed');
  const kind = contentKind(type);
  if (kind === 'multipart' && isFormAsMultipart(bytes, type, options.formShape))
    return readText(decodeUtf8(bytes) ?? bytesToText(bytes), mediaType, 'form', options);
  if (kind === 'multipart')
    return multipartBody(decodeMultipart(bytes, mediaType, options.formShape, options), mediaType, bytesToText(bytes));
  const charset = type.parameters['charset']?.toLowerCase();
  if (kind === 'other' && charset === undefined) return { kind: 'bytes', mediaType, bytes };
  if (charset !== undefined && !CHARSETS.has(charset))
    return unreadable(bytes, mediaType, `the charset "${charset}" is not UTF-8`);
  const text = decodeUtf8(bytes);
  return text === undefined ? unreadable(bytes, mediaType, 'not UTF-8') : readText(text, mediaType, kind, options);
}

/**
 * Whether content that is announced as `multipart/form-data` without a boundary is that of a plain form: it begins with a
 * pair, or with the name of a documented field. `curl -H 'Content-Type: multipart/form-data' -d a=1` sends it.
 */
function isFormAsMultipart(bytes: Uint8Array, type: MediaTypeParts, shape: FormShape = {}): boolean {
  if (type.subtype !== 'form-data' || type.parameters['boundary'] !== undefined) return false;
  const [name, equals] = /^([^=&\s-][^=&]*)(=?)/.exec(bytesToText(bytes.subarray(0, LONGEST_NAME)))?.slice(1) ?? [];
  return name !== undefined && (equals === '=' || Object.hasOwn(shape, name));
}

const LONGEST_NAME = 256;

/** Like `decodeBody`, for text that was decoded already, such as a recorded body. */
export function decodeText(text: string, mediaType: string, options: BodyOptions = {}): Body {
  const type = parseMediaType(mediaType);
  if (type !== undefined && contentKind(type) === 'multipart') return decodeBody(textToBytes(text), mediaType, options);
  return readText(text, mediaType, type === undefined ? 'other' : contentKind(type), options);
}

function readText(text: string, mediaType: string, kind: ContentKind, options: BodyOptions): Body {
  if (kind === 'json') {
    const json = parseJson(text, options);
    if (json.ok) return { kind: 'parsed', mediaType, value: json.value, text };
    return { kind: 'unreadable', mediaType, text, reason: `not JSON: ${json.reason} at offset ${json.offset}` };
  }
  if (kind === 'form') return multipartBody(decodeForm(text, options.formShape, options), mediaType, text);
  if (kind === 'xml') return multipartBody(parseXml(text, options.xmlShape, options), mediaType, text);
  if (kind === 'yaml') return multipartBody(parseYaml(text, options), mediaType, text);
  if (kind === 'sequential') {
    const sequence = decodeItems(text, mediaType, options);
    if (sequence.ok) return { kind: 'stream', mediaType, items: sequence.items };
    return { kind: 'unreadable', mediaType, text, reason: sequence.reason };
  }
  return { kind: 'parsed', mediaType, value: text, text };
}

function multipartBody(result: MultipartResult, mediaType: string, text: string): Body {
  return result.ok
    ? {
        kind: 'parsed',
        mediaType,
        value: result.value,
        text,
        ...(result.parts === undefined ? {} : { parts: result.parts }),
      }
    : { kind: 'unreadable', mediaType, text, reason: result.reason };
}

function unreadable(bytes: Uint8Array, mediaType: string, reason: string): Body {
  return { kind: 'unreadable', mediaType, text: decodeUtf8(bytes) ?? bytesToText(bytes), reason };
}

/** Content ready to be sent: `text` (to be encoded as UTF-8) or `bytes`, and the media type to announce, with its boundary. */
export type EncodedBody =
  | { readonly text: string; readonly bytes?: undefined; readonly mediaType: string }
  | { readonly bytes: Uint8Array; readonly text?: undefined; readonly mediaType: string };

/**
 * Writes a value in a media type. A type that wire does not know takes text as its bytes (`textToBytes`) and anything else as JSON.
 */
export function encodeBody(value: Json, mediaType: string, options: BodyOptions = {}): EncodedBody {
  const type = parseMediaType(mediaType);
  switch (type === undefined ? 'other' : contentKind(type)) {
    case 'json':
      return { text: stringifyJson(value), mediaType };
    case 'xml':
      return { text: formatXml(value, options.xmlShape), mediaType };
    case 'yaml':
      return { text: formatYaml(value), mediaType };
    case 'form':
      return { text: encodeForm(value, options.formShape), mediaType };
    case 'multipart':
      return encodeMultipart(value, mediaType, options.formShape, options.partSequence);
    case 'sequential':
      return { text: encodeItems(isArray(value) ? value : [value], mediaType), mediaType };
    case 'text':
      return { text: scalarText(value), mediaType };
    case 'other':
      return typeof value === 'string'
        ? { bytes: textToBytes(value), mediaType }
        : { text: scalarText(value), mediaType };
  }
}
