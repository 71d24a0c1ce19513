import { createHash } from 'node:crypto';
import type { Json } from '../../core/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import type { Api } from '../model/api.ts';

/**
 * SHA-256 of the parsed document with all its files in one, in hexadecimal digits: YAML and JSON of the
 * same content have the same. It does not depend on the folder of the document.
 */
export function documentDigest({ document, files, bundled }: Pick<Api, 'document' | 'files' | 'bundled'>): string {
  return createHash('sha256')
    .update(stringifyJson((files.length > 1 ? bundled() : document) as Json))
    .digest('hex');
}
