import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { createGenerator } from '../../../src/generation/index.ts';
import { type Api, loadApi, type Schema } from '../../../src/spec/index.ts';
import { createValidator, metaSchema } from '../../../src/validation/index.ts';
import { stringifyJson } from '../../../src/wire/index.ts';

/** A document whose only body is a schema, described by what is published under the URI. */
async function apiOfSchemas(uri: string): Promise<{ readonly api: Api; readonly body: Schema }> {
  const document: Json = {
    openapi: '3.1.0',
    info: { title: 'schemas', version: '1' },
    paths: {
      '/schemas': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: uri } } } },
          responses: { 204: { description: '' } },
        },
      },
    },
  };
  const bytes = new TextEncoder().encode(stringifyJson(document));
  const api = await loadApi('/somewhere/api.json', { readFile: async () => bytes, metaSchema });
  return { api, body: api.operations[0]?.body?.content[0]?.schema ?? true };
}

type Case = readonly [dialect: string, uri: string, schemas: readonly Json[], others: readonly Json[]];

const CASES: readonly Case[] = [
  [
    '2020-12',
    'https://json-schema.org/draft/2020-12/schema',
    [true, { $defs: { a: { type: 'integer' } } }, { prefixItems: [true], $anchor: 'a' }],
    [1, { $defs: { a: { type: 1 } } }, { minLength: -1 }, { $anchor: '#a' }, { properties: { a: { allOf: [] } } }],
  ],
  [
    '2020-12, one vocabulary',
    'https://json-schema.org/draft/2020-12/meta/validation',
    [{ type: 'integer' }],
    [{ type: 'whole' }],
  ],
  [
    '2019-09',
    'https://json-schema.org/draft/2019-09/schema',
    [false, { items: [{ type: 'null' }] }],
    [{ items: [{ type: 'nil' }] }, { not: 1 }],
  ],
  [
    'draft-07',
    'http://json-schema.org/draft-07/schema#',
    [true, { if: {}, items: [true] }],
    [{ if: 1 }, { items: [{ type: 1 }] }],
  ],
  ['draft-06', 'http://json-schema.org/draft-06/schema', [true, { if: 1, const: 1 }], [{ contains: 1 }]],
  [
    'draft-04',
    'http://json-schema.org/draft-04/schema#',
    [
      { minimum: 1, exclusiveMinimum: true, additionalItems: false },
      { if: true, const: 1 },
    ],
    [true, { exclusiveMinimum: true }, { required: [] }, { properties: { a: { minimum: 'x' } } }, { items: true }],
  ],
];

describe('a schema in a message is held to its dialect without a network', () => {
  it.each(CASES)('%s', async (_, uri, schemas, others) => {
    const { api, body } = await apiOfSchemas(uri);
    const validator = createValidator({ api });
    expect(api.diagnose().filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const value of schemas) expect([value, validator.accepts(body, value, 'request')]).toEqual([value, true]);
    for (const value of others) expect([value, validator.accepts(body, value, 'request')]).toEqual([value, false]);
    const made = createGenerator({ api, accepts: validator.accepts }).value(body, { seed: 1, at: 'x' });
    expect(made).toMatchObject({ ok: true });
  });

  it('and is not a file of the document', async () => {
    const { api } = await apiOfSchemas('http://json-schema.org/draft-07/schema#');
    expect(api.files.map(({ name }) => name)).toEqual(['api.json']);
  });

  it('nothing else is known by its URI', async () => {
    expect(await metaSchema('https://json-schema.org/draft/2020-12/meta/none')).toBeUndefined();
    expect(await metaSchema('https://example.org/draft/2020-12/schema')).toBeUndefined();
  });
});
