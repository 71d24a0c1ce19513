import { mostSpecific } from '../../wire/index.ts';
import type { MediaType, Operation, ResponseSpec } from '../model/api.ts';
import { isJsonContent } from './content.ts';

/** The documented response for a status: exact before range before `default` (OpenAPI 3.1 §4.8.16). */
export function responseFor(operation: Operation, status: number): ResponseSpec | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  let byRange: ResponseSpec | undefined;
  let byDefault: ResponseSpec | undefined;
  for (const response of operation.responses) {
    if (response.status === String(status)) return response;
    if (response.status === range) byRange = response;
    else if (response.status === 'default') byDefault = response;
  }
  return byRange ?? byDefault;
}

/** The entry of a `content` map for a media type: the most specific key (OpenAPI 3.1 §4.8.14). */
export function mediaTypeFor(content: readonly MediaType[], mediaType: string): MediaType | undefined {
  // An equal string is the most specific key, and the most frequent case.
  const same = content.find((each) => each.mediaType === mediaType);
  if (same !== undefined) return same;
  const key = mostSpecific(
    content.map((each) => each.mediaType),
    mediaType,
  );
  return content.find((each) => each.mediaType === key);
}

/** The first entry of a request body that is JSON. */
export function jsonBodyOf({ body }: Pick<Operation, 'body'>): MediaType | undefined {
  return body?.content.find(isJsonContent);
}
