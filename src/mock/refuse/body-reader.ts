import type { HttpRequest } from '../../core/index.ts';
import { type Api, createForms, mediaTypeFor, type Operation } from '../../spec/index.ts';
import { decodeBody, fieldValue, isForm, isMultipart } from '../../wire/index.ts';
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
    const media = contentType === undefined ? undefined : mediaTypeFor(operation.body.content, contentType);
    const decoded = decodeBody(
      body.bytes,
      contentType,
      media === undefined ? {} : formOf(media).shapes(media.mediaType),
    );
    return {
      ...request,
      body:
        media !== undefined && decoded.kind === 'parsed' && isFormLike(decoded.mediaType)
          ? { ...decoded, value: formOf(media).typed(decoded.value, decoded.text) }
          : decoded,
    };
  };
}

/** Fields of forms are strings until their schema gives them a type. */
function isFormLike(mediaType: string): boolean {
  return isForm(mediaType) || isMultipart(mediaType);
}
