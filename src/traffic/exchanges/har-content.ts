import type { HeaderFields, Json } from '../../core/index.ts';
import { fieldValue, isArray, isMultipart, parseMediaType, valueAt } from '../../wire/index.ts';

/** The content of a recorded message, or why it is not known. */
export interface HarContent {
  readonly bytes: Uint8Array;
  readonly unjudged?: string;
}

const NOTHING: HarContent = { bytes: new Uint8Array() };
const LEFT_OUT: HarContent = { ...NOTHING, unjudged: 'the recording does not have its content' };

/** The request body: text, Base64, or the parameters of a form. */
export function sentContent(entry: Json, type: string | undefined, headers: HeaderFields): HarContent {
  const text = textAt(entry, '/request/postData/text') ?? '';
  if (text !== '') return { bytes: bytesOf(text, textAt(entry, '/request/postData/encoding')) };
  const params = valueAt(entry, '/request/postData/params');
  if (isArray(params) && params.length > 0) return formOf(params, type ?? '');
  const size = numberAt(entry, '/request/bodySize') ?? 0;
  return size > 0 || statedLength(headers) > 0 ? LEFT_OUT : NOTHING;
}

function formOf(params: readonly Json[], type: string): HarContent {
  const fields = params.map((param) => ({
    name: textAt(param, '/name') ?? '',
    value: textAt(param, '/value'),
    fileName: textAt(param, '/fileName'),
    contentType: textAt(param, '/contentType'),
  }));
  if (fields.some(({ value, fileName }) => value === undefined && fileName !== undefined)) return LEFT_OUT;
  if (!isMultipart(type)) {
    const pairs = fields.map(({ name, value = '' }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    return { bytes: Buffer.from(pairs.join('&')) };
  }
  const boundary = parseMediaType(type)?.parameters['boundary'];
  if (boundary === undefined) return LEFT_OUT;
  const parts = fields.map(({ name, value = '', fileName, contentType }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const typed = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${typed}\r\n${value}\r\n`;
  });
  return { bytes: Buffer.from(`${parts.join('')}--${boundary}--\r\n`) };
}

interface Answer {
  readonly method: string;
  readonly status: number;
  readonly headers: HeaderFields;
}

/**
 * The response body. Recorders omit, drop and truncate bodies, so only a body that is stated to be empty is
 * empty.
 */
export function answeredContent(entry: Json, { method, status, headers }: Answer): HarContent {
  // The body that a browser shows for a 304 comes from its cache.
  if (method === 'HEAD' || status === 304) return NOTHING;
  const text = textAt(entry, '/response/content/text');
  const [size = -1, onWire = -1] = ['/response/content/size', '/response/bodySize'].map((at) => numberAt(entry, at));
  if (text !== undefined && text !== '') {
    const bytes = bytesOf(text, textAt(entry, '/response/content/encoding'), fieldValue(headers, 'content-type'));
    return isCut(bytes, size, headers)
      ? { bytes, unjudged: 'the recording has only a part of its content' }
      : { bytes };
  }
  if (size > 0 || onWire > 0 || statedLength(headers) > 0) return LEFT_OUT;
  const isStatedEmpty = text === '' || size === 0 || onWire === 0 || statedLength(headers) === 0;
  return isStatedEmpty || status === 204 || status === 205 || status < 200 ? NOTHING : LEFT_OUT;
}

/** A byte order mark counts for the size but is not part of the text. */
const MARK = 3;

function isCut(bytes: Uint8Array, size: number, headers: HeaderFields): boolean {
  const charset = parseMediaType(fieldValue(headers, 'content-type') ?? '')?.parameters['charset'] ?? 'utf-8';
  return /^utf-?8$/i.test(charset) && size > bytes.length + MARK;
}

function statedLength(headers: HeaderFields): number {
  const lengthText = fieldValue(headers, 'content-length')?.trim() ?? '';
  return /^\d+$/.test(lengthText) ? Number(lengthText) : -1;
}

function bytesOf(text: string, encoding: string | undefined, type = ''): Uint8Array {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  const charset = parseMediaType(type)?.parameters['charset'] ?? '';
  const isLatin = /^(iso-8859-1|latin1|windows-1252)$/i.test(charset) && /^[\0-\xff]*$/.test(text);
  return Buffer.from(text, isLatin ? 'latin1' : 'utf8');
}

export function textAt(entry: Json, pointer: string): string | undefined {
  const value = valueAt(entry, pointer);
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(entry: Json, pointer: string): number | undefined {
  const value = valueAt(entry, pointer);
  return typeof value === 'number' ? value : undefined;
}
