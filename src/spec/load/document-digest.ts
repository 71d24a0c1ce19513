import { createHash } from 'node:crypto';
import type { Json } from '../../core/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import type { Api } from '../model/api.ts';

/**
 * SHA-256 of the parsed document, in hexadecimal digits: YAML and JSON of the same content have the same.
 * `undefined` for a document in several files, because the references between them depend on their places.
 */
export function documentDigest({ document, files }: Pick<Api, 'document' | 'files'>): string | undefined {
  if (files.length > 1) return undefined;
  return createHash('sha256')
    .update(stringifyJson(document as Json))
    .digest('hex');
}
