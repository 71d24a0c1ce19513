export type SchemaFields = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is SchemaFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MOST_STEPS = 20;

/** The schema that a chain of references within one bundle leads to, and the name of the last one. */
export function resolvedSchema(
  schema: unknown,
  bundle: unknown,
): { readonly schema: SchemaFields; readonly name?: string } {
  let at: unknown = schema;
  let name: string | undefined;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const reference = isSchema(at) && typeof at['$ref'] === 'string' ? at['$ref'] : undefined;
    if (reference === undefined || !reference.startsWith('#')) break;
    name = shortName(reference);
    at = atPointer(bundle, decodeURIComponent(reference.slice(1)));
  }
  return { schema: isSchema(at) ? at : {}, ...(name === undefined ? {} : { name }) };
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The name of a component; for a schema elsewhere, its pointer in the document. */
function shortName(reference: string): string {
  const key = unescapePointer(decodeURIComponent(reference.slice(reference.lastIndexOf('/') + 1)));
  const [, component] = /\/(?:schemas|definitions)\/([^/]+)$/.exec(key) ?? [];
  return component === undefined ? key : unescapePointer(component);
}

function atPointer(root: unknown, pointer: string): unknown {
  let at = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = unescapePointer(part);
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as SchemaFields)[key] : undefined;
  }
  return at;
}

const RULES = [
  'format',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'default',
] as const;

/** Type and rules of a schema in one line. */
export function schemaLine(schema: SchemaFields): string {
  const { type, enum: values } = schema;
  const types = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : '';
  const rules = RULES.filter((each) => schema[each] !== undefined).map(
    (each) => `${each} ${JSON.stringify(schema[each])}`,
  );
  const list = Array.isArray(values)
    ? [
        `one of ${values
          .slice(0, 12)
          .map((each) => JSON.stringify(each))
          .join(', ')}`,
      ]
    : [];
  return [types, ...list, ...rules].filter((each) => each !== '').join(' · ');
}

export interface SchemaChild {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** The parts of a schema: properties, items, alternatives. */
export function schemaChildren(schema: SchemaFields): readonly SchemaChild[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const { properties, items, additionalProperties } = schema;
  const members = isSchema(properties)
    ? Object.entries(properties).map(([name, of]) => ({ name, schema: of, isRequired: required.includes(name) }))
    : [];
  const listed = isSchema(items) ? [{ name: '[ ]', schema: items, isRequired: false }] : [];
  const others = isSchema(additionalProperties)
    ? [{ name: '{ }', schema: additionalProperties, isRequired: false }]
    : [];
  const branches = (['allOf', 'oneOf', 'anyOf'] as const).flatMap((word) => {
    const list = schema[word];
    return Array.isArray(list)
      ? list.map((of: unknown, at) => ({ name: `${word} ${at + 1}`, schema: of, isRequired: false }))
      : [];
  });
  return [...members, ...listed, ...others, ...branches];
}
