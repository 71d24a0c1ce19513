import { createHash } from 'node:crypto';
import type { HttpRequest, Json, JsonObject, SentFile } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { fieldValue, parseMediaType, withoutSeparators } from '../../wire/index.ts';
import { isStructured } from '../facts/negotiate.ts';
import type { MockContext } from '../model/context.ts';

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
    const found = [value, value === undefined ? undefined : String(value)].find(
      (each) => each !== undefined && mock.validator.accepts(property, each, 'response'),
    );
    if (found !== undefined) shown[name] = found;
  }
  return shown;
}

function factOf(file: SentFile, name: string): string | number | undefined {
  if (SIZE.test(name)) return file.bytes.byteLength;
  if (NAME.test(name)) return file.name;
  const algorithm = HASH.exec(name)?.[1];
  if (algorithm !== undefined) return createHash(algorithm).update(file.bytes).digest('hex');
  return TYPE.test(name) ? file.type?.replace(/;.*$/, '').trim() : undefined;
}
