import type { Api, Schema, SchemaObject } from '../model/api.ts';

type Follows = Pick<Api, 'deref'>;

/** A property as all schemas of its object describe it together. */
export interface Property {
  /** The first schema that describes it; with several, an `allOf` of them. */
  readonly schema: Schema;
  readonly required: boolean;
}

/**
 * A schema and all that apply to the same value: targets of `$ref`, branches of `allOf`, and the branch of an
 * `anyOf` or `oneOf` that has only one, each once.
 */
export function conjunctsOf(api: Follows, schema: Schema): readonly SchemaObject[] {
  return gather(api, schema, (target) => [
    ...(target.allOf ?? []),
    ...onlyBranch(target.anyOf),
    ...onlyBranch(target.oneOf),
  ]);
}

const onlyBranch = (branches: readonly Schema[] = []): readonly Schema[] => (branches.length === 1 ? branches : []);

/**
 * A schema and those that `next` leads to, each once, in depth-first order. Not recursive, because chains
 * may be longer than the stack.
 */
function gather(
  api: Follows,
  schema: Schema,
  next: (target: SchemaObject) => readonly Schema[],
): readonly SchemaObject[] {
  const found = new Set<SchemaObject>();
  const waiting: Schema[] = [schema];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const target = api.deref(at);
    if (typeof target === 'boolean' || found.has(target)) continue;
    found.add(target);
    waiting.push(...next(target).toReversed());
  }
  return [...found];
}

/** A schema and all its combinations, required or alternative. */
export function combinedOf(api: Follows, schema: Schema): readonly SchemaObject[] {
  return gather(api, schema, branchesOf);
}

const branchesOf = (target: SchemaObject): readonly Schema[] => [
  ...(target.allOf ?? []),
  ...(target.anyOf ?? []),
  ...(target.oneOf ?? []),
];

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

/** JSON types that a schema allows, through `$ref` and all combinations; empty if it has none. */
export function typesOf(api: Follows, schema: Schema): readonly string[] {
  const subschemas = gather(api, schema, (target) => (target.type === undefined ? branchesOf(target) : []));
  const stated = subschemas.flatMap((part) => part.type ?? []);
  return [...new Set(stated.length > 0 ? stated : subschemas.flatMap(impliedTypes))];
}

/** The types that a schema without `type` implies. */
function impliedTypes(part: SchemaObject): readonly string[] {
  const values = [...(part.enum ?? []), ...(part.const === undefined ? [] : [part.const])];
  if (values.length > 0) return values.map(typeOf);
  if (part.properties !== undefined) return ['object'];
  return part.items !== undefined || part.prefixItems !== undefined ? ['array'] : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint' || typeof value === 'number') return 'number';
  return typeof value;
}

/** Whether the server owns the value: sent in responses, ignored in requests. */
export function isReadOnly(api: Follows, schema: Schema): boolean {
  return conjunctsOf(api, schema).some((each) => each.readOnly === true);
}

const SERVERS =
  /^(?:read[- ]?only|output only)\b|\b(?:read[- ]only|output only|(?:set|populated|generated|assigned|filled in) by the (?:server|system|service))\b/i;

/** Whether a description says that the server decides the value. */
export function saysServers(api: Follows, schema: Schema | undefined): boolean {
  const target = api.deref(schema ?? true);
  return typeof target === 'object' && SERVERS.test(target.description ?? '');
}

/** Whether the value is only sent to the server. */
export function isWriteOnly(api: Follows, schema: Schema): boolean {
  return conjunctsOf(api, schema).some((each) => each.writeOnly === true);
}

const SAYS_NOTHING = new Set(['type', 'items', 'title', 'description', 'examples', 'default', 'deprecated', 'xml']);

/**
 * The first of two schemas for the same value, unless it has only a type and the second has more: `data` of
 * an envelope, and of the response that fills it.
 */
export function moreTelling(api: Follows, first: Schema | undefined, second: Schema): Schema {
  return first === undefined || (isBare(api, first, 0) && !isBare(api, second, 0)) ? second : first;
}

const DEEPEST = 4;

/** `properties: {}`, `required: []` or `minItems: 0`. */
function asksNothing(keyword: string, value: unknown): boolean {
  if (keyword.startsWith('min')) return value === 0 && keyword !== 'minimum';
  return (keyword === 'properties' || keyword === 'required') && Object.keys(value ?? {}).length === 0;
}

function isBare(api: Follows, schema: Schema, depth: number): boolean {
  const target = api.deref(schema);
  if (typeof target === 'boolean' || depth > DEEPEST) return true;
  const silent = Object.entries(target).every(
    ([keyword, value]) => SAYS_NOTHING.has(keyword) || keyword.startsWith('x-') || asksNothing(keyword, value),
  );
  return silent && (target.items === undefined || isBare(api, target.items, depth + 1));
}
