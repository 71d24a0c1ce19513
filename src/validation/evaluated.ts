import { isArray, isObject } from './json-kind.ts';

/** Members of an array or of an object, and the keywords that evaluate them. */
export type MemberKind = 'items' | 'properties';

/** What answers for parts of a schema. */
export interface Parts {
  /** The definition that a reference names. */
  definition(reference: string): unknown;
  fits(part: unknown, value: unknown): boolean;
}

type Node = Readonly<Record<string, unknown>>;
type Evaluated = ReadonlySet<string> | 'all';

/** Is what a schema evaluates only known one by one: because of `contains`, or of a condition that may not hold? */
export function isSubtle(schema: unknown, kind: MemberKind, parts: Parts, seen: Set<unknown> = new Set()): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  if (schema['if'] !== undefined || (kind === 'items' && schema['contains'] !== undefined)) return true;
  const branches = ['anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]));
  const dependent = Object.values(schema['dependentSchemas'] ?? {});
  return [...demanded(schema, parts), ...branches, ...dependent].some((part) => isSubtle(part, kind, parts, seen));
}

/**
 * The members that a schema evaluates of a value that fits it (JSON Schema 2020-12 Core §10.3, §11): indexes or names. Asks each branch, which
 * is dear. `unevaluated…` beside it is not counted: that is what the answer is for.
 */
export function evaluatedMembers(schema: Node, value: object, kind: MemberKind, parts: Parts): Evaluated {
  if (schema[kind === 'items' ? 'items' : 'additionalProperties'] !== undefined) return 'all';
  const found = new Set(kind === 'items' ? itemsOf(schema, value, parts) : propertiesOf(schema, value, parts));
  for (const part of [...demanded(schema, parts), ...holding(schema, value, parts)]) {
    if (!isObject(part)) continue;
    const inside = part[UNEVALUATED[kind]] === undefined ? evaluatedMembers(part, value, kind, parts) : 'all';
    if (inside === 'all') return 'all';
    for (const name of inside) found.add(name);
  }
  return found;
}

const UNEVALUATED = { items: 'unevaluatedItems', properties: 'unevaluatedProperties' } as const;

function itemsOf(schema: Node, value: object, parts: Parts): readonly string[] {
  const tuple = Object.keys(listOf(schema['prefixItems']));
  const contains = schema['contains'];
  if (contains === undefined) return tuple;
  return [...tuple, ...Object.entries(value).flatMap(([index, item]) => (parts.fits(contains, item) ? [index] : []))];
}

function propertiesOf(schema: Node, value: object, parts: Parts): readonly string[] {
  const patterns = Object.keys(schema['patternProperties'] ?? {});
  const matching = Object.keys(value).filter((name) => patterns.some((pattern) => parts.fits({ pattern }, name)));
  return [...Object.keys(schema['properties'] ?? {}), ...matching];
}

/** What holds for every value that fits. */
function demanded(schema: Node, parts: Parts): readonly unknown[] {
  const reference = schema['$ref'];
  return [...(typeof reference === 'string' ? [parts.definition(reference)] : []), ...listOf(schema['allOf'])];
}

/** What holds for this value. */
function holding(schema: Node, value: object, parts: Parts): readonly unknown[] {
  const branches = ['anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]));
  const dependent = Object.entries(schema['dependentSchemas'] ?? {});
  return [
    ...branches.filter((branch) => parts.fits(branch, value)),
    ...dependent.flatMap(([name, part]) => (!isArray(value) && Object.hasOwn(value, name) ? [part] : [])),
    ...conditional(schema, value, parts),
  ];
}

function conditional(schema: Node, value: object, parts: Parts): readonly unknown[] {
  if (schema['if'] === undefined) return [];
  return parts.fits(schema['if'], value) ? [schema['if'], schema['then']] : [schema['else']];
}

function listOf(value: unknown): readonly unknown[] {
  return isArray(value) ? value : [];
}
