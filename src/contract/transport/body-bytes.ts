import type { Body, HttpRequest } from '../../core/index.ts';
import { encodeItems, isMultipart, textToBytes } from '../../wire/index.ts';

/** The bytes that a body stands for on the wire; undefined when there is none. */
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

/** `base` + path + query, as sent. */
export function urlOf(base: string, request: Pick<HttpRequest, 'path' | 'query'>): string {
  return `${base}${request.path}${request.query === '' ? '' : `?${request.query}`}`;
}
