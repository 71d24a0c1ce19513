/**
 * Converts schemas of OpenAPI 3.1 and later (JSON Schema 2020-12) to OpenAPI 3.0.3 (§4.7.24). Everything
 * that 3.0 cannot express is passed to `lost`.
 */

type Plain = Readonly<Record<string, unknown>>;
export type ReportLoss = (what: string) => void;

const KEPT = new Set(
  'title multipleOf maximum minimum maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties required enum default description format nullable discriminator readOnly writeOnly xml externalDocs example deprecated'.split(
    ' ',
  ),
);
/** Keywords that do not affect validity. */
const ANNOTATIONS = new Set(['examples', '$comment', 'contentMediaType', 'contentEncoding', 'contentSchema', '$defs']);

export function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One schema with its subschemas. */
export function schemaAsIn30(schema: unknown, lost: ReportLoss): unknown {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return schema;
  const { $ref, ...beside } = schema;
  if (typeof $ref === 'string') {
    const rest = Object.keys(beside).some((name) => !isNote(name));
    return rest ? { allOf: [{ $ref }, schemaAsIn30(beside, lost)] } : { $ref };
  }
  const result: Record<string, unknown> = {};
  const entries = Object.entries(schema);
  // Bounds come last: an exclusive bound replaces the inclusive one.
  entries.sort(([one], [other]) => Number(one.startsWith('exclusive')) - Number(other.startsWith('exclusive')));
  for (const [name, value] of entries) Object.assign(result, keywordAsIn30(name, value, schema, lost));
  return result;
}

function isNote(name: string): boolean {
  return name === 'description' || name === 'title' || name.startsWith('x-') || ANNOTATIONS.has(name);
}

function keywordAsIn30(name: string, value: unknown, schema: Plain, lost: ReportLoss): Plain {
  if (KEPT.has(name) || name.startsWith('x-')) return { [name]: value };
  if (name === 'examples') return Array.isArray(value) && value.length > 0 ? { example: value[0] } : {};
  if (ANNOTATIONS.has(name)) return {};
  if (name === 'type') return typeAsIn30(value, lost);
  if (name === 'const') return { enum: [value] };
  if (name === 'exclusiveMinimum' || name === 'exclusiveMaximum') return boundAsIn30(name, value, schema);
  if (name === 'items' || name === 'not') return { [name]: schemaAsIn30(value, lost) };
  if (name === 'additionalProperties')
    return { [name]: typeof value === 'boolean' ? value : schemaAsIn30(value, lost) };
  if (['allOf', 'anyOf', 'oneOf'].includes(name) && Array.isArray(value))
    return { [name]: value.map((each) => schemaAsIn30(each, lost)) };
  if (name === 'properties' && isObject(value))
    return { properties: mapValues(value, (each) => schemaAsIn30(each, lost)) };
  lost(`\`${name}\``);
  return {};
}

function typeAsIn30(type: unknown, lost: ReportLoss): Plain {
  const types = Array.isArray(type) ? type : [type];
  const others = types.filter((each) => each !== 'null');
  if (others.length === 1) return { type: others[0], ...(types.length > 1 ? { nullable: true } : {}) };
  lost(others.length === 0 ? "`type: 'null'`" : '`type` with several types');
  return {};
}

function boundAsIn30(name: 'exclusiveMinimum' | 'exclusiveMaximum', value: unknown, schema: Plain): Plain {
  if (typeof value === 'boolean') return { [name]: value };
  const lower = name === 'exclusiveMinimum';
  const plain = lower ? 'minimum' : 'maximum';
  const other = schema[plain];
  const tighter = typeof other === 'number' && (lower ? other > Number(value) : other < Number(value));
  return tighter ? { [plain]: other } : { [plain]: value, [name]: true };
}

/** A null-prototype copy with each value changed: names come from the document. */
export function mapValues(value: Plain, change: (value: unknown, name: string) => unknown): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, each] of Object.entries(value)) result[name] = change(each, name);
  return result;
}

/** Formats that Gavel's validator knows; it refuses a schema with any other. */
const FORMATS = new Set(
  'date date-time email hostname ipv4 ipv6 uri uri-reference uuid json-pointer regex time'.split(' '),
);
const NO_RULE = new Set(['example', 'discriminator', 'xml', 'externalDocs', 'deprecated', 'readOnly', 'writeOnly']);

/** Converts a response schema of OpenAPI 3.0 to JSON Schema draft 07; references are kept. */
export function schemaAsDraft07(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { $ref, nullable, exclusiveMinimum, exclusiveMaximum, format, ...rest } = schema;
  if (typeof $ref === 'string') return { $ref };
  const result = mapValues(rest, (value, name) => {
    if (['items', 'not', 'additionalProperties'].includes(name)) return schemaAsDraft07(value);
    if (name === 'properties' && isObject(value)) return mapValues(value, schemaAsDraft07);
    if (['allOf', 'anyOf', 'oneOf'].includes(name) && Array.isArray(value)) return value.map(schemaAsDraft07);
    return name === 'required' ? withoutWriteOnly(value, schema['properties']) : value;
  });
  for (const name of Object.keys(result)) if (NO_RULE.has(name) || name.startsWith('x-')) delete result[name];
  if (nullable === true && typeof result['type'] === 'string') result['type'] = [result['type'], 'null'];
  exclusive(result, 'minimum', 'exclusiveMinimum', exclusiveMinimum);
  exclusive(result, 'maximum', 'exclusiveMaximum', exclusiveMaximum);
  if (typeof format === 'string' && FORMATS.has(format)) result['format'] = format;
  if (Array.isArray(result['required']) && result['required'].length === 0) delete result['required'];
  return result;
}

function exclusive(result: Record<string, unknown>, plain: string, name: string, value: unknown): void {
  if (value !== true || result[plain] === undefined) return;
  result[name] = result[plain];
  delete result[plain];
}

/** OpenAPI 3.0.3 §4.7.24.1: writeOnly properties are required in requests only. */
function withoutWriteOnly(required: unknown, properties: unknown): unknown {
  if (!Array.isArray(required) || !isObject(properties)) return required;
  return required.filter((name: string) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return !(isObject(property) && property['writeOnly'] === true);
  });
}

/** Dredd itself passes 2.0 schemas to Gavel; only formats that Gavel refuses are removed. */
export function withKnownFormats(schema: unknown, names = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withKnownFormats(each));
  if (!isObject(schema)) return schema;
  const result = mapValues(schema, (value, name) => withKnownFormats(value, !names && name === 'properties'));
  const { format } = result;
  if (!names && typeof format === 'string' && !FORMATS.has(format)) delete result['format'];
  return result;
}
