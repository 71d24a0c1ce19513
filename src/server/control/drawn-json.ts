import type { HttpRequest, JsonObject } from '../../core/index.ts';
import { bytesToText, encodeItems } from '../../wire/index.ts';

/**
 * A drawn request in a form that a page can send. Content that is not text is left out, and its size is
 * given.
 */
export function drawnAsJson({ method, path, query, headers, body }: HttpRequest): JsonObject {
  const target = query === '' ? path : `${path}?${query}`;
  const fields = headers.map(([name, value]) => [name, value]);
  switch (body.kind) {
    case 'parsed':
      return { method, target, headers: fields, mediaType: body.mediaType, body: body.text };
    case 'stream':
      return {
        method,
        target,
        headers: fields,
        mediaType: body.mediaType,
        body: encodeItems(body.items, body.mediaType),
      };
    case 'unreadable':
      return { method, target, headers: fields, mediaType: body.mediaType, body: body.text };
    case 'bytes':
      return { method, target, headers: fields, mediaType: body.mediaType, body: bytesToText(body.bytes) };
    default:
      return { method, target, headers: fields };
  }
}
