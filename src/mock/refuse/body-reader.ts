import type { Body, HttpRequest } from '../../core/index.ts';
import {
  type Api,
  createForms,
  type MediaType,
  mediaTypeFor,
  type Operation,
  onceForEach,
  type Schema,
} from '../../spec/index.ts';
import { decodeBody, fieldValue, isForm, isMultipart, isObject, parseMediaType } from '../../wire/index.ts';
import { type Refusal, refuse } from '../model/refusal.ts';

/** Decodes the body of a request by its documented media type, or returns why it is not read (413, 415). */
export type BodyReader = (operation: Operation, request: HttpRequest) => HttpRequest | Refusal;

export function createBodyReader(api: Api): BodyReader {
  const formOf = createForms(api);
  return (operation, request) => {
    const { body } = request;
    if (body.kind === 'oversize') {
      const message = `The body is larger than ${body.limit} bytes.`;
      return refuse(413, message, { violations: [{ code: 'body.too-large', pointer: '/body', message }] });
    }
    if (body.kind !== 'bytes' || operation.body === undefined) return request;
    const coding = fieldValue(request.headers, 'content-encoding');
    if (coding !== undefined && !/^\s*identity\s*$/i.test(coding))
      return refuse(415, `Content-Encoding ${coding} is not supported.`, {
        headers: [['Accept-Encoding', 'identity']],
      });
    const contentType = fieldValue(request.headers, 'content-type');
    const form = contentType === undefined ? undefined : formFor(api, operation, contentType);
    if (form !== undefined) {
      const fields = decodeBody(body.bytes, contentType);
      if (fields.kind === 'parsed' && isObject(fields.value))
        return { ...withContentType(request, form.mediaType), body: { ...fields, mediaType: form.mediaType } };
    }
    const media = contentType === undefined ? undefined : mediaTypeFor(operation.body.content, contentType);
    const decoded = decodeBody(
      body.bytes,
      contentType,
      media === undefined ? {} : formOf(media).shapes(media.mediaType),
    );
    if (media === undefined || decoded.kind !== 'parsed' || !isFormLike(decoded.mediaType))
      return { ...request, body: decoded };
    const named = withNamedFile(api, media, decoded);
    return { ...request, body: { ...named, value: formOf(media).typed(named.value, named.text) } };
  };
}

/**
 * The form that a JSON object is sent for: the operation takes forms alone, and the document has JSON beside the same kind of
 * form elsewhere. Its clients send JSON wherever no file goes along.
 */
function formFor(api: Api, { body }: Operation, contentType: string): MediaType | undefined {
  const [form, ...others] = body?.content ?? [];
  if (form === undefined || others.length > 0 || !isFormLike(form.mediaType) || !isPlainJson(contentType))
    return undefined;
  return formsBesideJson(api).has(essenceOf(form.mediaType)) ? form : undefined;
}

const essenceOf = (mediaType: string): string => parseMediaType(mediaType)?.essence ?? mediaType;
const isPlainJson = (mediaType: string): boolean => essenceOf(mediaType) === 'application/json';

/** The kinds of forms that stand beside JSON in a document. */
const formsBesideJson = onceForEach((api: Api): ReadonlySet<string> => {
  const choices = api.operations.map(({ body }) => (body?.content ?? []).map(({ mediaType }) => mediaType));
  return new Set(choices.flatMap((each) => (each.some(isPlainJson) ? each.filter(isFormLike).map(essenceOf) : [])));
});

function withContentType(request: HttpRequest, mediaType: string): HttpRequest {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...request, headers: [...others, ['Content-Type', mediaType]] };
}

type ParsedBody = Extract<Body, { readonly kind: 'parsed' }>;

/**
 * The body with its file under the documented name: where the one binary property of the schema is not sent, and one file is sent under a name that the
 * schema does not have, that file is meant. Services take the file of an upload whatever its part is called, and clients name it after the file.
 */
function withNamedFile(api: Api, { schema = true }: MediaType, body: ParsedBody): ParsedBody {
  const { value, parts = [] } = body;
  const target = api.deref(schema);
  if (!isObject(value) || typeof target !== 'object' || target.properties === undefined) return body;
  const documented = target.properties;
  const files = Object.keys(documented).filter((name) => isBinary(api.deref(documented[name] ?? true)));
  const sent = parts.filter(({ name, file }) => file !== undefined && !Object.hasOwn(documented, name ?? ''));
  const [property, ...others] = files;
  const [part, ...more] = sent;
  if (property === undefined || part?.name === undefined || others.length > 0 || more.length > 0) return body;
  const { [part.name]: content, ...rest } = value;
  if (content === undefined || Object.hasOwn(value, property)) return body;
  return {
    ...body,
    value: { ...rest, [property]: content },
    parts: parts.map((each) => (each === part ? { ...each, name: property } : each)),
  };
}

const isBinary = (schema: Schema): boolean =>
  typeof schema === 'object' && (schema.format === 'binary' || schema.contentMediaType !== undefined);

/** Fields of forms are strings until their schema gives them a type. */
function isFormLike(mediaType: string): boolean {
  return isForm(mediaType) || isMultipart(mediaType);
}
