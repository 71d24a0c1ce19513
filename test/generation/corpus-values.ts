import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Api, Direction, Schema } from '../../src/spec/index.ts';
import { loadApi } from '../../src/spec/index.ts';

const ROOT = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

export const corpusIsThere: boolean = existsSync(ROOT);

export const DOCUMENTS: readonly string[] = [
  'kubernetes-core-v1.swagger.json',
  'netlify.swagger.yml',
  'stripe-2022-02.yaml',
  'github.min.json',
  'ory-kratos.json',
  'supabase-auth.yaml',
  'readme-discriminators.json',
  'readme-schema-circular.json',
  'readme-file-uploads.json',
  'petstore3.yaml',
  'readme-parameters-style-31.json',
  'redocly-cafe/openapi.yaml',
  'museum.yaml',
  'scalar-galaxy-31.yaml',
  'oai-tags-32.yaml',
];

export function loadDocument(name: string): Promise<Api> {
  return loadApi(ROOT + name);
}

/** Every schema of an operation that a message is made from: bodies of requests, parameters, and bodies of 2xx answers. */
export function* schemasOf(
  api: Api,
): Generator<{ readonly at: string; readonly schema: Schema; readonly direction: Direction }> {
  for (const operation of api.operations) {
    for (const { name, schema } of operation.parameters)
      if (schema !== undefined) yield { at: `${operation.id} parameter ${name}`, schema, direction: 'request' };
    for (const { schema, mediaType } of operation.body?.content ?? [])
      if (schema !== undefined) yield { at: `${operation.id} ${mediaType}`, schema, direction: 'request' };
    for (const { status, content } of operation.responses) {
      if (!/^(2|default)/.test(status)) continue;
      for (const { schema, mediaType } of content)
        if (schema !== undefined) yield { at: `${operation.id} ${status} ${mediaType}`, schema, direction: 'response' };
    }
  }
}
