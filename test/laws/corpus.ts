import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where real documents lie beside a working copy; a plain clone has none. */
export const CORPUS: string = resolve(import.meta.dirname, '../../../shared/corpus');
export const CORPUS_IS_THERE: boolean = existsSync(CORPUS);

/** From small to large. */
export const DOCUMENTS: readonly string[] = [
  'oai-tags-32.yaml',
  'readme-file-uploads.json',
  'readme-schema-circular.json',
  'readme-discriminators.json',
  'readme-parameters-style-31.json',
  'museum.yaml',
  'scalar-galaxy-31.yaml',
  'redocly-cafe/openapi.yaml',
  'petstore3.yaml',
  'supabase-auth.yaml',
  'ory-kratos.json',
  'netlify.swagger.yml',
  'kubernetes-core-v1.swagger.json',
  'stripe-2022-02.yaml',
  'github.min.json',
];
