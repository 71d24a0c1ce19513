import { isObject } from '../../evaluation/index.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * The meta-schema of a dialect, or of one of its vocabularies, as published under that URI; `undefined` for
 * any other.
 */
export async function metaSchema(uri: string): Promise<unknown> {
  const [, draft] = /^https?:\/\/json-schema\.org\/draft(?:\/|-)(0[467]|2019-09|2020-12)\//.exec(uri) ?? [];
  switch (draft) {
    case '2020-12':
      return metaSchemaIn(new (await import('ajv/dist/2020.js')).Ajv2020(), uri);
    case '2019-09':
      return metaSchemaIn(new (await import('ajv/dist/2019.js')).Ajv2019(), uri);
    case '07':
    case '06':
    case '04': {
      const { Ajv } = await import('ajv');
      const draft07 = metaSchemaIn(new Ajv(), 'http://json-schema.org/draft-07/schema');
      return draft07 === undefined || draft === '07' ? draft07 : (draft === '06' ? draft06 : draft04)(draft07);
    }
    default:
      return undefined;
  }
}

/** Ajv contains the current ones. */
function metaSchemaIn(ajv: { readonly schemas: Readonly<Record<string, unknown>> }, uri: string): Node | undefined {
  const known = ajv.schemas[uri] ?? ajv.schemas[`${uri}#`];
  const schema = isObject(known) ? known['schema'] : undefined;
  return isObject(schema) ? schema : undefined;
}

const SINCE_07 = ['$comment', 'readOnly', 'writeOnly', 'contentMediaType', 'contentEncoding', 'if', 'then', 'else'];
const SINCE_06 = [
  '$id',
  '$ref',
  'const',
  'contains',
  'propertyNames',
  'examples',
  'exclusiveMinimum',
  'exclusiveMaximum',
];

/** Draft-06 has fewer keywords. */
function draft06(draft07: Node): Node {
  return { ...draft07, ...identifiers('06', '$id'), properties: without(draft07['properties'], SINCE_07) };
}

/**
 * Draft-04 has no boolean schemas (except for additional items and properties), boolean exclusive bounds,
 * and no empty lists of names.
 */
function draft04(draft07: Node): Node {
  const { $id: _, ...rest } = draft07;
  const flag = { type: 'boolean' };
  const orBoolean = { anyOf: [{ type: 'boolean' }, { $ref: '#' }] };
  const names = { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true };
  return {
    ...rest,
    ...identifiers('04', 'id'),
    type: 'object',
    definitions: { ...(isObject(rest['definitions']) ? rest['definitions'] : {}), stringArray: names },
    dependencies: { exclusiveMinimum: ['minimum'], exclusiveMaximum: ['maximum'] },
    properties: {
      ...without(rest['properties'], [...SINCE_07, ...SINCE_06]),
      id: { type: 'string' },
      $schema: { type: 'string' },
      multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
      exclusiveMinimum: flag,
      exclusiveMaximum: flag,
      additionalItems: orBoolean,
      additionalProperties: orBoolean,
      enum: { type: 'array', minItems: 1, uniqueItems: true },
    },
  };
}

function identifiers(draft: string, keyword: 'id' | '$id'): Node {
  const uri = `http://json-schema.org/draft-${draft}/schema#`;
  return { [keyword]: uri, $schema: uri };
}

function without(properties: unknown, names: readonly string[]): Node {
  return Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !names.includes(name)));
}
