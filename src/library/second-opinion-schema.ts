/**
 * Schemas of OpenAPI 3.1 and later (JSON Schema 2020-12) as OpenAPI 3.0.3 (§4.7.24) says the same.
 * What 3.0 has no words for is told to `lost` and never left out in silence.
 */

type Plain = Readonly<Record<string, unknown>>;
export type Lost = (what: string) => void;

const KEPT = new Set(
  'title multipleOf maximum minimum maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties required enum default description format nullable discriminator readOnly writeOnly xml externalDocs example deprecated'.split(
    ' ',
  ),
);
/** These say nothing about which values are valid. */
const ANNOTATIONS = new Set(['examples', '$comment', 'contentMediaType', 'contentEncoding', 'contentSchema', '$defs']);

export function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One schema, and those inside it. */
export function schemaAsIn30(schema: unknown, lost: Lost): unknown {
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
  // Bounds last: an exclusive one takes the place of the plain one.
  entries.sort(([one], [other]) => Number(one.startsWith('exclusive')) - Number(other.startsWith('exclusive')));
  for (const [name, value] of entries) Object.assign(result, keywordAsIn30(name, value, schema, lost));
  return result;
}

function isNote(name: string): boolean {
  return name === 'description' || name === 'title' || name.startsWith('x-') || ANNOTATIONS.has(name);
}

function keywordAsIn30(name: string, value: unknown, schema: Plain, lost: Lost): Plain {
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
    return { properties: mapped(value, (each) => schemaAsIn30(each, lost)) };
  lost(`\`${name}\``);
  return {};
}

function typeAsIn30(type: unknown, lost: Lost): Plain {
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
export function mapped(value: Plain, change: (value: unknown, name: string) => unknown): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, each] of Object.entries(value)) result[name] = change(each, name);
  return result;
}
