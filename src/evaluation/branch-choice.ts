import { isArray, isObject } from './json-kind.ts';

/**
 * Ajv nests the code of alternatives: beyond some hundreds V8 cannot parse it, and each one must be
 * compiled.
 */
export const WIDE = 100;

/** The indexes of the branches that a value may fit, in order. All others certainly refuse it. */
export type Candidates = (value: unknown) => readonly number[];

type Node = Readonly<Record<string, unknown>>;
type Scalar = string | number | boolean | null;

/** What every value that fits a branch has in common. */
interface Traits {
  readonly objectsOnly: boolean;
  readonly required: ReadonlySet<string>;
  /** Properties with a limited set of values. */
  readonly choices: ReadonlyMap<string, readonly Scalar[]>;
}

/** Finds the property that distinguishes most branches by its `const` or `enum`, and is mostly required. */
export function candidatesOf(branches: readonly unknown[], definition: (reference: string) => unknown): Candidates {
  const traits = branches.map((branch) => traitsOf(branch, definition));
  const property = tellingProperty(traits);
  const byValue = new Map<unknown, number[]>();
  const whatever: number[] = [];
  traits.forEach(({ choices }, index) => {
    const values = property === undefined ? undefined : choices.get(property);
    for (const value of values ?? []) byValue.set(value, [...(byValue.get(value) ?? []), index]);
    if (values === undefined) whatever.push(index);
  });
  const withWhatever = new Map([...byValue].map(([value, some]) => [value, mergeSorted(some, whatever)]));
  const where = (holds: (each: Traits) => boolean): readonly number[] =>
    traits.flatMap((each, index) => (holds(each) ? [index] : []));
  const others = where(({ objectsOnly }) => !objectsOnly);
  const without = where(({ required }) => property === undefined || !required.has(property));
  return (value) => {
    if (!isObject(value)) return others;
    if (property === undefined || !Object.hasOwn(value, property)) return without;
    return withWhatever.get(value[property]) ?? whatever;
  };
}

const mergeSorted = (some: readonly number[], others: readonly number[]): readonly number[] =>
  [...new Set([...some, ...others])].sort((a, b) => a - b);

/** Whether a value equals only its copies. Beyond 2^53 one double stands for several numbers. */
function isPlain(value: unknown): value is Scalar {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function tellingProperty(traits: readonly Traits[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { choices } of traits) for (const name of choices.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  let best: string | undefined;
  for (const [name, count] of counts) if (count > (counts.get(best ?? '') ?? 0)) best = name;
  return best;
}

function traitsOf(branch: unknown, definition: (reference: string) => unknown): Traits {
  const required = new Set<string>();
  const choices = new Map<string, readonly Scalar[]>();
  let objectsOnly = false;
  for (const node of demandedBy(branch, definition)) {
    const { type, properties } = node;
    objectsOnly ||= type === 'object' || (isArray(type) && type.length === 1 && type[0] === 'object');
    for (const name of listOf(node['required'])) required.add(String(name));
    for (const [name, property] of Object.entries(properties ?? {})) {
      const values = choicesOf(property, definition);
      if (values !== undefined) choices.set(name, values);
    }
  }
  return { objectsOnly, required, choices };
}

/** The values that a schema or one of its parts lists; undefined if one of them is not a scalar. */
function choicesOf(schema: unknown, definition: (reference: string) => unknown): readonly Scalar[] | undefined {
  for (const node of demandedBy(schema, definition)) {
    const values = Object.hasOwn(node, 'const') ? [node['const']] : node['enum'];
    if (isArray(values) && values.every(isPlain)) return values;
  }
  return undefined;
}

/** A schema and the schemas that always apply with it: references and `allOf`. */
function demandedBy(schema: unknown, definition: (reference: string) => unknown): readonly Node[] {
  const found = new Set<Node>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const node = open.pop();
    if (!isObject(node) || found.has(node)) continue;
    found.add(node);
    const reference = node['$ref'];
    open.push(...listOf(node['allOf']), ...(typeof reference === 'string' ? [definition(reference)] : []));
  }
  return [...found];
}

function listOf(value: unknown): readonly unknown[] {
  return isArray(value) ? value : [];
}
