import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { isForm, isObject } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { refusalEntries } from './refusal-entries.ts';

/**
 * Objects and lists of a form that a refusal names, and of which the document does not say how they are written
 * (`encoding`): as JSON, as `metadata[a]=b` or in another way (OpenAPI 3.0.3 §4.7.15 leaves that open).
 */
export function refusedFormParts({
  operation,
  request,
  response,
}: Pick<Exchange, 'operation' | 'request' | 'response'>): readonly string[] {
  const names = operation === undefined ? [] : undescribedParts(operation, request);
  if (names.length === 0) return [];
  const entries = refusalEntries(response.body);
  return names.filter((name) => entries.some(({ text, place = '' }) => `${place} ${text}`.includes(name)));
}

function undescribedParts(operation: Operation, { body }: HttpRequest): readonly string[] {
  if (body.kind !== 'parsed' || !isForm(body.mediaType) || !isObject(body.value)) return [];
  const encoding = operation.body?.content.find(({ mediaType }) => isForm(mediaType))?.encoding ?? {};
  return Object.entries(body.value).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Object.hasOwn(encoding, name) ? [name] : [],
  );
}
