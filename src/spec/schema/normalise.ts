import type { SchemaDialect } from '../model/dialect.ts';
import type { Raw } from '../model/raw.ts';
import { isRaw } from '../model/raw.ts';

/** Reports a fault of one keyword of the schema. */
export type Report = (code: string, keyword: string, message: string) => void;

/**
 * Keywords of one schema object, renamed and rewritten to 2020-12, but neither validated nor converted
 * inside.
 */
export interface NormalisedKeywords {
  readonly keywords: Record<string, unknown>;
  /** Original names of renamed keywords. */
  readonly origin: Record<string, string>;
}

/** Rewrites one schema object (not its subschemas) from its dialect to JSON Schema 2020-12. */
export function normalise(raw: Raw, dialect: SchemaDialect, report: Report): NormalisedKeywords {
  const keywords: Record<string, unknown> = Object.assign(Object.create(null), raw);
  const rewrite: Rewrite = { keywords, origin: Object.create(null), report };
  if (dialect.startsWith('oas')) reportNewcomers(rewrite);
  else dropLaterKeywords(rewrite, dialect);
  if (dialect === 'oas-2.0') rewriteSwagger(rewrite);
  if (dialect === 'oas-3.0') rewriteNullable(rewrite, 'nullable');
  if (dialect === '2020-12' || dialect === '2019-09') rewriteForgottenNullable(rewrite);
  rewriteExclusive(rewrite, 'exclusiveMinimum', 'minimum', dialect);
  rewriteExclusive(rewrite, 'exclusiveMaximum', 'maximum', dialect);
  rewriteIntOrString(rewrite);
  rewriteTuple(rewrite, dialect);
  rewriteDependencies(rewrite);
  rewriteExample(rewrite);
  return rewrite;
}

interface Rewrite extends NormalisedKeywords {
  readonly report: Report;
}

const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];

/** Keywords of 3.1. Authors who use them earlier mean them, and most tools apply them. */
const NEWCOMERS = [
  'const',
  'patternProperties',
  'propertyNames',
  'contains',
  'if',
  'prefixItems',
  'dependentRequired',
  'dependentSchemas',
  ...UNEVALUATED,
];

function reportNewcomers({ keywords, report }: Rewrite): void {
  for (const keyword of NEWCOMERS)
    if (keywords[keyword] !== undefined)
      report('later-keyword', keyword, `\`${keyword}\` has no meaning before OpenAPI 3.1; it is read as there`);
  if (Array.isArray(keywords['type']))
    report('later-keyword', 'type', '`type` must be one name before OpenAPI 3.1; the list is read as there');
}

const SINCE_2019 = ['dependentRequired', 'dependentSchemas', 'minContains', 'maxContains', ...UNEVALUATED];

/** Keywords that do not exist yet in a schema's declared dialect. */
const LATER: Partial<Readonly<Record<SchemaDialect, readonly string[]>>> = {
  '2019-09': ['prefixItems'],
  'draft-07': ['prefixItems', ...SINCE_2019],
  'draft-04': ['prefixItems', ...SINCE_2019, 'const', 'contains', 'propertyNames', 'if', 'then', 'else'],
};

function dropLaterKeywords({ keywords, report }: Rewrite, dialect: SchemaDialect): void {
  for (const keyword of LATER[dialect] ?? []) {
    if (keywords[keyword] === undefined) continue;
    report('later-keyword', keyword, `\`${keyword}\` has no meaning in the dialect of this schema; it is left out`);
    delete keywords[keyword];
  }
}

/** 2.0: `file`, `x-nullable`, and a discriminator that is only a name. */
function rewriteSwagger(rewrite: Rewrite): void {
  const { keywords } = rewrite;
  if (keywords['type'] === 'file') Object.assign(keywords, { type: 'string', format: 'binary' });
  const discriminator = keywords['discriminator'];
  if (typeof discriminator === 'string') keywords['discriminator'] = { propertyName: discriminator };
  rewriteNullable(rewrite, 'x-nullable');
}

/** OpenAPI 3.0.3: `nullable` adds null to the `type` of the same schema only. */
function rewriteNullable({ keywords, report }: Rewrite, name: string): void {
  const nullable = keywords[name];
  delete keywords[name];
  if (nullable !== true) return;
  const { type } = keywords;
  if (typeof type === 'string') keywords['type'] = type === 'null' ? type : [type, 'null'];
  else if (Array.isArray(type)) keywords['type'] = [...new Set([...type, 'null'])];
  else if (['allOf', 'anyOf', 'oneOf', 'enum'].some((each) => keywords[each] !== undefined))
    report(
      'nullable-without-type',
      name,
      `\`${name}\` has no effect without \`type\` in the same schema; null stays as it is`,
    );
}

/**
 * Kubernetes describes a number or string as a string with this format, because OpenAPI 2.0 has no choice
 * of types.
 */
function rewriteIntOrString({ keywords }: Rewrite): void {
  const { type, format } = keywords;
  if (format === 'int-or-string' && type === 'string') keywords['type'] = ['integer', 'string'];
}

/** 3.1 has no `nullable`, but documents with a changed version number still mean it. */
function rewriteForgottenNullable(rewrite: Rewrite): void {
  if (typeof rewrite.keywords['nullable'] !== 'boolean') return;
  if (rewrite.keywords['nullable'] === true && rewrite.keywords['type'] !== undefined)
    rewrite.report(
      'nullable-in-3.1',
      'nullable',
      '`nullable` is not a keyword here; it is read as `type: [..., "null"]`',
    );
  rewriteNullable(rewrite, 'nullable');
}

/** Up to draft-04 the exclusive bounds are flags beside the bound. */
function rewriteExclusive(
  { keywords, origin, report }: Rewrite,
  exclusive: string,
  bound: string,
  dialect: SchemaDialect,
): void {
  const flag = keywords[exclusive];
  if (typeof flag !== 'boolean') return;
  if (dialect !== 'oas-2.0' && dialect !== 'oas-3.0' && dialect !== 'draft-04')
    report(
      'invalid-keyword',
      exclusive,
      `\`${exclusive}\` must be a number here; the boolean is read as in OpenAPI 3.0`,
    );
  delete keywords[exclusive];
  if (!flag || keywords[bound] === undefined) return;
  keywords[exclusive] = keywords[bound];
  origin[exclusive] = bound;
  delete keywords[bound];
}

/** Up to 2019-09 a tuple is an array of `items`, with `additionalItems` for the rest. */
function rewriteTuple({ keywords, origin, report }: Rewrite, dialect: SchemaDialect): void {
  const { items } = keywords;
  if (Array.isArray(items)) {
    if (dialect === '2020-12' || dialect.startsWith('oas'))
      report('invalid-keyword', 'items', '`items` must be one schema here; the list is read as `prefixItems`');
    delete keywords['items'];
    if (items.length > 0) {
      keywords['prefixItems'] = items;
      origin['prefixItems'] = 'items';
    }
    if (keywords['additionalItems'] !== undefined) {
      keywords['items'] = keywords['additionalItems'];
      origin['items'] = 'additionalItems';
    }
  }
  delete keywords['additionalItems'];
}

/** Up to draft-07 `dependencies` holds both kinds. */
function rewriteDependencies({ keywords, origin }: Rewrite): void {
  const { dependencies } = keywords;
  delete keywords['dependencies'];
  if (!isRaw(dependencies)) return;
  const required: Record<string, unknown> = Object.create(null);
  const schemas: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(dependencies)) (Array.isArray(value) ? required : schemas)[name] = value;
  if (Object.keys(required).length > 0) {
    keywords['dependentRequired'] ??= required;
    origin['dependentRequired'] ??= 'dependencies';
  }
  if (Object.keys(schemas).length > 0) {
    keywords['dependentSchemas'] ??= schemas;
    origin['dependentSchemas'] ??= 'dependencies';
  }
}

/** `example` is the one-element form of `examples`. */
function rewriteExample({ keywords, origin }: Rewrite): void {
  const { example, examples } = keywords;
  delete keywords['example'];
  if (example !== undefined && !Array.isArray(examples)) {
    keywords['examples'] = [example];
    origin['examples'] = 'example';
  } else if (examples !== undefined && !Array.isArray(examples)) delete keywords['examples'];
}
