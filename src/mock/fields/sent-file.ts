import { createHash } from 'node:crypto';
import type { HttpRequest, Json, JsonObject, SentFile } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { fieldValue, parseMediaType, withoutSeparators } from '../../wire/index.ts';
import { isStructured } from '../facts/negotiate.ts';
import type { MockContext } from '../model/context.ts';
import { drawnAround, objectDrawn } from './draw.ts';

/**
 * The file in a request: the first file of a form, or a body of a media type that is not structured
 * (`application/octet-stream`, `image/png`).
 */
export function sentFile({ body, headers }: HttpRequest): SentFile | undefined {
  if (body.kind === 'parsed') {
    const part = body.parts?.find(({ file }) => file !== undefined)?.file;
    if (part !== undefined || isStructured(body.mediaType)) return part;
    return { type: body.mediaType, bytes: Buffer.from(body.text), ...fileNameIn(headers) };
  }
  return body.kind === 'bytes' ? { type: body.mediaType, bytes: body.bytes, ...fileNameIn(headers) } : undefined;
}

/**
 * The file in a text of a request: the one property that the document calls base64, with the name that stands beside it
 * (`{ name, file_data }`).
 */
export function fileInText(
  { api, fieldsOf }: MockContext,
  schema: Schema | undefined,
  sent: JsonObject,
): SentFile | undefined {
  const texts = [...fieldsOf(schema ?? true).properties].flatMap(([name, property]) => {
    const target = api.deref(property);
    const isBase64 =
      typeof target === 'object' &&
      (target.contentEncoding === 'base64' || target.format === 'byte' || SAYS_BASE64.test(target.description ?? ''));
    const isFile =
      isBase64 && HOLDS_FILE.test(withoutSeparators(name)) && !IS_KEY.test(name + (target.description ?? ''));
    const text = isFile ? sent[name] : undefined;
    return typeof text === 'string' ? [text.replace(DATA_URL, '')] : [];
  });
  const [text, ...others] = texts;
  if (text === undefined || others.length > 0 || !BASE64.test(text)) return undefined;
  const name = Object.entries(sent).find(([each]) => /^(?:file)?name$/.test(withoutSeparators(each)))?.[1];
  const ending = typeof name === 'string' ? /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() : undefined;
  const type = ending === undefined ? undefined : TYPES.get(ending);
  return {
    bytes: Buffer.from(text, 'base64'),
    ...(ending === undefined ? {} : { name: String(name) }),
    ...(type === undefined ? {} : { type }),
  };
}

const SAYS_BASE64 = /\bbase-?64\b/i;
const HOLDS_FILE = /(?:file|data|contents?|document|image|attachment|media|audio|video|bytes|body)$/;
/** A key in base64 is not a file: its size is that in bits. */
const IS_KEY = /^(?:key|secret|signature|certificate|hash)_?data|\b(?:public|private|secret|ssh|encryption) key\b/i;
const DATA_URL = /^data:[^,]*;base64,/;
const BASE64 = /^[A-Za-z\d+/\-_\s]+={0,2}\s*$/;
/** Media types of files by the ends of their names. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['gif', 'image/gif'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
  ['wav', 'audio/wav'],
  ['webp', 'image/webp'],
  ['zip', 'application/zip'],
]);

/** All files in a form. */
function sentFiles({ body }: HttpRequest): readonly SentFile[] {
  return body.kind === 'parsed' ? (body.parts ?? []).flatMap(({ file }) => file ?? []) : [];
}

/** The name from `Content-Disposition` (RFC 6266 §4.3). */
function fileNameIn(headers: HttpRequest['headers']): Pick<SentFile, 'name'> {
  const field = fieldValue(headers, 'content-disposition');
  const name = parseMediaType(`form/${field ?? ''}`)?.parameters['filename'];
  return name === undefined ? {} : { name };
}

const NAME = /^name$|^(?:original)?(?:file|document|attachment|image|media)?name$|^file$|^original(?:file)?name$/;
const SIZE =
  /^(?:size|bytes|length|(?:file|content|image|document)(?:size|length)|(?:size|length)(?:in)?bytes|bytes?(?:count|size|length)|size(?:original|total)|(?:original|total)size)$/;
const TYPE = /^(?:(?:mime|media|content|file|image)?type|mimetype|mime)$/;
const HASH = /^(?:file|content)?(md5|sha1|sha256|sha512)(?:hash|sum|digest)?$/;

/** Properties of a schema that describe a file: its name, size, media type, digest. */
export function fileFields(mock: MockContext, schema: Schema, file: SentFile | undefined): JsonObject {
  if (file === undefined) return {};
  const shown: Record<string, Json> = {};
  for (const [name, property] of mock.fieldsOf(schema).properties) {
    const value = factOf(file, withoutSeparators(name));
    // A type may have the kind of the file alone: `image`.
    const forms = value === undefined ? [] : [value, String(value), String(value).replace(/\/.*$/, '')];
    const found = forms.find((each) => mock.validator.accepts(property, each, 'response'));
    if (found !== undefined) shown[name] = found;
  }
  return shown;
}

/**
 * The lists of a schema whose items describe files, with an item for each file of a form: the `samples` of a voice that is made
 * from recordings. `at` is the place of the record.
 */
export function fileLists(mock: MockContext, schema: Schema, request: HttpRequest, at: string): JsonObject {
  const files = sentFiles(request);
  if (files.length === 0) return {};
  const lists: Record<string, Json> = {};
  for (const [name, property] of mock.fieldsOf(schema).properties) {
    const { items } = mock.fieldsOf(property);
    if (items === undefined || !describesFile(mock, items)) continue;
    const shown = files.map((file, index) => {
      const known = fileFields(mock, items, file);
      return objectDrawn(`${at}/${name}/${index}`, (where) => drawnAround(mock, items, where, { known }));
    });
    if (shown.every((each) => each !== undefined) && mock.validator.accepts(property, shown, 'response'))
      lists[name] = shown;
  }
  return lists;
}

/**
 * The object that a call is named after, or the one entry of its list, with the facts of the file that was sent: the `document`
 * of `POST /sendDocument`.
 */
export function fileNamed(
  mock: MockContext,
  schema: Schema,
  name: string | undefined,
  { file, at }: { readonly file: SentFile | undefined; readonly at: string },
): JsonObject {
  const property = name === undefined ? undefined : mock.fieldsOf(schema).properties.get(name);
  if (name === undefined || property === undefined || file === undefined) return {};
  const { items = property } = mock.fieldsOf(property);
  const known = fileFields(mock, items, file);
  if (Object.keys(known).length === 0) return {};
  const shown = objectDrawn(`${at}/${name}`, (where) => drawnAround(mock, items, where, { known }));
  const value = shown === undefined || items === property ? shown : [shown];
  return value !== undefined && mock.validator.accepts(property, value, 'response') ? { [name]: value } : {};
}

/** Whether an object has the name of a file, and its size or its media type. */
function describesFile(mock: MockContext, schema: Schema): boolean {
  const names = [...mock.fieldsOf(schema).properties.keys()].map((name) => withoutSeparators(name));
  return names.some((name) => NAME.test(name)) && names.some((name) => SIZE.test(name) || /mime|media/.test(name));
}

function factOf(file: SentFile, name: string): string | number | undefined {
  if (SIZE.test(name)) return file.bytes.byteLength;
  if (NAME.test(name)) return file.name;
  const algorithm = HASH.exec(name)?.[1];
  if (algorithm !== undefined) return createHash(algorithm).update(file.bytes).digest('hex');
  return TYPE.test(name) ? file.type?.replace(/;.*$/, '').trim() : undefined;
}
