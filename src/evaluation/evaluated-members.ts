import { isArray, isObject } from './json-kind.ts';

/** Members of an array or of an object, and the keywords that evaluate them. */
export type MemberKind = 'items' | 'properties';

/** What evaluates parts of a schema. */
export interface SubschemaEvaluation {
  /** The definition of a reference. */
  definition(reference: string): unknown;
  /** Whether the same value fits a part. */
  fits(part: unknown, value: unknown): boolean;
  /** Whether a member of the value fits a part. */
  member(part: unknown, value: unknown): boolean;
  matches(pattern: string, text: string): boolean;
}

type Node = Readonly<Record<string, unknown>>;
export type EvaluatedMembers = ReadonlySet<string> | 'all';

/**
 * The members that a schema evaluates for every value that fits it; `undefined` if they depend on the
 * value.
 */
export function alwaysEvaluated(
  schema: Node,
  kind: MemberKind,
  evaluation: Pick<SubschemaEvaluation, 'definition'>,
  seen: Set<unknown> = new Set(),
): EvaluatedMembers | undefined {
  if (schema[REST[kind]] !== undefined) return 'all';
  if (CONDITIONAL[kind].some((keyword) => schema[keyword] !== undefined)) return undefined;
  const found = new Set(Object.keys(schema[NAMED[kind]] ?? {}));
  for (const part of requiredSubschemas(schema, evaluation)) {
    if (!isObject(part) || seen.has(part)) continue;
    seen.add(part);
    const inside = part[UNEVALUATED[kind]] === undefined ? alwaysEvaluated(part, kind, evaluation, seen) : 'all';
    if (inside === undefined || inside === 'all') return inside;
    for (const name of inside) found.add(name);
  }
  return found;
}

/**
 * The members that a schema evaluates for a value that fits it (JSON Schema 2020-12 Core §10.3, §11):
 * indexes or names. Tests each branch, which is slow. `unevaluated…` beside it does not count, because it
 * needs the result.
 */
export function evaluatedMembers(
  schema: Node,
  value: object,
  kind: MemberKind,
  evaluation: SubschemaEvaluation,
): EvaluatedMembers {
  // Each part is collected once, regardless of how many ways lead to it.
  const seen = new Set<unknown>();
  const collect = (node: Node): EvaluatedMembers => {
    if (node[REST[kind]] !== undefined) return 'all';
    const found = new Set([
      ...Object.keys(node[NAMED[kind]] ?? {}),
      ...(kind === 'items' ? containedItems(node, value, evaluation) : patternMembers(node, value, evaluation)),
    ]);
    for (const part of [...requiredSubschemas(node, evaluation), ...matchingSubschemas(node, value, evaluation)]) {
      if (!isObject(part) || seen.has(part)) continue;
      seen.add(part);
      const inside = part[UNEVALUATED[kind]] === undefined ? collect(part) : 'all';
      if (inside === 'all') return 'all';
      for (const name of inside) found.add(name);
    }
    return found;
  };
  return collect(schema);
}

const UNEVALUATED = { items: 'unevaluatedItems', properties: 'unevaluatedProperties' } as const;
const NAMED = { items: 'prefixItems', properties: 'properties' } as const;
const REST = { items: 'items', properties: 'additionalProperties' } as const;
const BRANCHES = ['anyOf', 'oneOf', 'if', 'dependentSchemas'];
const CONDITIONAL = { items: [...BRANCHES, 'contains'], properties: [...BRANCHES, 'patternProperties'] } as const;

function containedItems(schema: Node, value: object, evaluation: SubschemaEvaluation): readonly string[] {
  const contains = schema['contains'];
  if (contains === undefined) return [];
  return Object.entries(value).flatMap(([index, item]) => (evaluation.member(contains, item) ? [index] : []));
}

function patternMembers(schema: Node, value: object, evaluation: SubschemaEvaluation): readonly string[] {
  const patterns = Object.keys(schema['patternProperties'] ?? {});
  if (patterns.length === 0) return [];
  return Object.keys(value).filter((name) => patterns.some((pattern) => evaluation.matches(pattern, name)));
}

/** Schemas that apply to every fitting value. */
function requiredSubschemas(schema: Node, evaluation: Pick<SubschemaEvaluation, 'definition'>): readonly unknown[] {
  const reference = schema['$ref'];
  return [...(typeof reference === 'string' ? [evaluation.definition(reference)] : []), ...listOf(schema['allOf'])];
}

/** Schemas that apply to this value. */
function matchingSubschemas(schema: Node, value: object, evaluation: SubschemaEvaluation): readonly unknown[] {
  const branches = ['anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]));
  const dependent = Object.entries(schema['dependentSchemas'] ?? {});
  return [
    ...branches.filter((branch) => evaluation.fits(branch, value)),
    ...dependent.flatMap(([name, part]) => (!isArray(value) && Object.hasOwn(value, name) ? [part] : [])),
    ...conditional(schema, value, evaluation),
  ];
}

function conditional(schema: Node, value: object, evaluation: SubschemaEvaluation): readonly unknown[] {
  if (schema['if'] === undefined) return [];
  return evaluation.fits(schema['if'], value) ? [schema['if'], schema['then']] : [schema['else']];
}

function listOf(value: unknown): readonly unknown[] {
  return isArray(value) ? value : [];
}
