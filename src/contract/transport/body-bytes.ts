import type { Body, HttpRequest } from '../../core/index.ts';
import { encodeItems, isMultipart, textToBytes } from '../../wire/index.ts';

/** The bytes of a body; undefined if there is none. */
export function bodyBytes(body: Body): Uint8Array | undefined {
  switch (body.kind) {
    case 'bytes':
      return body.bytes;
    case 'parsed':
    case 'unreadable':
      return isMultipart(body.mediaType) ? textToBytes(body.text) : Buffer.from(body.text);
    case 'none':
    case 'oversize':
      return undefined;
    case 'stream':
      return new TextEncoder().encode(encodeItems(body.items, body.mediaType));
  }
}

/** `base` + path + query. */
export function urlOf(base: string, request: Pick<HttpRequest, 'path' | 'query'>): string {
  return `${base}${request.path}${request.query === '' ? '' : `?${request.query}`}`;
}
