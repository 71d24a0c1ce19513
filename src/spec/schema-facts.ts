import type { Api, Schema, SchemaObject } from './api.ts';

type Follows = Pick<Api, 'deref'>;

/** A property as all schemas of its object together describe it. */
export interface Property {
  /** The first schema that describes it; with several, an `allOf` of them. */
  readonly schema: Schema;
  readonly required: boolean;
}

/** A schema and all that holds for the same value with it: targets of `$ref` and branches of `allOf`, each once. */
export function conjunctsOf(api: Follows, schema: Schema): readonly SchemaObject[] {
  const found = new Set<SchemaObject>();
  const visit = (at: Schema): void => {
    const target = api.deref(at);
    if (typeof target === 'boolean' || found.has(target)) return;
    found.add(target);
    for (const branch of target.allOf ?? []) visit(branch);
  };
  visit(schema);
  return [...found];
}

/** Properties of an object schema, through `$ref` and `allOf`, in document order; a null-prototype map. */
export function propertiesOf(api: Follows, schema: Schema): Readonly<Record<string, Property>> {
  const described = new Map<string, Schema[]>();
  const required = new Set<string>();
  for (const part of conjunctsOf(api, schema)) {
    for (const [name, property] of Object.entries(part.properties ?? {}))
      described.set(name, [...(described.get(name) ?? []), property]);
    for (const name of part.required ?? []) required.add(name);
  }
  const properties: Record<string, Property> = Object.create(null);
  for (const [name, [first = true, ...others]] of described)
    properties[name] = {
      schema: others.length === 0 ? first : { allOf: [first, ...others] },
      required: required.has(name),
    };
  return properties;
}

/** JSON types that a schema allows, through `$ref` and all combinations; none where nothing is said. */
export function typesOf(api: Follows, schema: Schema): readonly string[] {
  return allowedTypes(api, schema, new Set());
}

function allowedTypes(api: Follows, schema: Schema, seen: Set<Schema>): readonly string[] {
  const target = api.deref(schema);
  if (typeof target === 'boolean' || seen.has(target)) return [];
  seen.add(target);
  if (target.type !== undefined) return typeof target.type === 'string' ? [target.type] : target.type;
  const branches = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  const found = branches.flatMap((branch) => allowedTypes(api, branch, seen));
  if (found.length > 0) return [...new Set(found)];
  const values = [...(target.enum ?? []), ...(target.const === undefined ? [] : [target.const])];
  if (values.length > 0) return [...new Set(values.map(typeOf))];
  if (target.properties !== undefined) return ['object'];
  return target.items !== undefined || target.prefixItems !== undefined ? ['array'] : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint' || typeof value === 'number') return 'number';
  return typeof value;
}

/** Is the value owned by the server: sent in answers, ignored in requests? */
export function isReadOnly(api: Follows, schema: Schema): boolean {
  return conjunctsOf(api, schema).some((each) => each.readOnly === true);
}

/** Is the value only ever sent to the server? */
export function isWriteOnly(api: Follows, schema: Schema): boolean {
  return conjunctsOf(api, schema).some((each) => each.writeOnly === true);
}
