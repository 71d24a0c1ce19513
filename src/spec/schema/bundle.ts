import { escapeToken } from '../../wire/index.ts';
import type { Direction, Schema, SchemaObject } from '../model/api.ts';
import type { BundleSource } from './bundle-source.ts';
import { createHidden, type HiddenProperties } from './hidden-properties.ts';
import { SCHEMA_KEYWORDS } from './keywords.ts';

/** Keywords that a compiler does not need. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$ref',
  'required',
  'title',
  'description',
  'examples',
  'default',
  'xml',
  'discriminator',
]);

/** Builds `Api.bundle`: each schema and direction once. Bundles share common objects. */
export function createBundler(source: BundleSource): (schema: Schema, direction: Direction) => Record<string, unknown> {
  const bundlers = {
    request: createBundles(source, createHidden(source, 'readOnly')),
    response: createBundles(source, createHidden(source, 'writeOnly')),
  };
  return (schema, direction) => {
    if (typeof schema === 'boolean') return schema ? {} : { not: {} };
    return bundlers[direction](schema);
  };
}

/** A copied schema, and the definitions that its references name. */
interface Copy {
  readonly schema: unknown;
  readonly refers: ReadonlyMap<string, Definition>;
}

/**
 * A schema in `$defs`, copied on first use. `outside`: names that other schemas for the same value make
 * optional.
 */
interface Definition {
  readonly schema: Schema;
  readonly outside: ReadonlySet<string>;
}

function createBundles(
  source: BundleSource,
  hidden: HiddenProperties,
): (root: SchemaObject) => Record<string, unknown> {
  const bundles = new WeakMap<object, Record<string, unknown>>();
  const copies = new Map<string, Copy>();
  const shared = createSharedDefs();
  const copied = (key: string, { schema, outside }: Definition): Copy => {
    const known = copies.get(key) ?? copyOf(source, hidden, schema, outside);
    copies.set(key, known);
    return known;
  };
  return (root) => {
    const known = bundles.get(root);
    if (known !== undefined) return known;
    const { schema, refers } = copyOf(source, hidden, root, NONE);
    const defs: Record<string, unknown> = {};
    const waiting = [...refers];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [key, definition] = next;
      if (Object.hasOwn(defs, key)) continue;
      const copy = copied(key, definition);
      defs[key] = copy.schema;
      waiting.push(...copy.refers);
    }
    const mayBeDeep = Object.keys(defs).length > LONGEST_CHAIN;
    for (const [key, { schema: deep }] of mayBeDeep ? tooDeepOf(refers, copies) : []) {
      source.tooDeep(deep);
      defs[key] = {};
    }
    const bundle = schema as Record<string, unknown>; // The root is an object, so its copy is one.
    if (refers.size > 0) bundle['$defs'] = shared(defs);
    bundles.set(root, bundle);
    return bundle;
  };
}

type Defs = Readonly<Record<string, unknown>>;

/**
 * Gives bundles with the same definitions one object of them: in a large document most schemas reach all
 * definitions.
 */
function createSharedDefs(): (defs: Defs) => Defs {
  const bySize = new Map<number, Defs[]>();
  return (defs) => {
    const keys = Object.keys(defs);
    const others = bySize.get(keys.length) ?? [];
    bySize.set(keys.length, others);
    const known = others.find((other) => keys.every((key) => other[key] === defs[key]));
    if (known === undefined) others.push(defs);
    return known ?? defs;
  };
}

/**
 * Compilers follow references recursively: a longer chain would exceed their stack. Written documents have
 * chains of about ten.
 */
const LONGEST_CHAIN = 1200;

/** The definitions that are reached only by longer chains of references. */
function tooDeepOf(
  start: ReadonlyMap<string, Definition>,
  copies: ReadonlyMap<string, Copy>,
): ReadonlyMap<string, Definition> {
  const reached = new Set<string>();
  let level = start;
  for (let length = 1; level.size > 0 && length <= LONGEST_CHAIN; length++) {
    for (const key of level.keys()) reached.add(key);
    const next = [...level.keys()].flatMap((key) => [...(copies.get(key)?.refers ?? [])]);
    level = new Map(next.filter(([key]) => !reached.has(key)));
  }
  return level;
}

function copyOf(source: BundleSource, hidden: HiddenProperties, root: Schema, rootOutside: ReadonlySet<string>): Copy {
  const refers = new Map<string, Definition>();

  const copy = (schema: Schema, outside: ReadonlySet<string>): unknown => {
    if (typeof schema === 'boolean') return schema;
    const optional = union(outside, hidden.namesOf(schema));
    const out: Record<string, unknown> = {};
    if (schema.$ref !== undefined) out['$ref'] = referTo(schema.$ref, optional);
    const required = schema.required?.filter((name) => !optional.has(name)) ?? [];
    if (required.length > 0) out['required'] = required;
    for (const [key, value] of Object.entries(schema)) {
      if (LEFT_OUT.has(key) || key.startsWith('x-')) continue;
      const kind = Object.hasOwn(SCHEMA_KEYWORDS, key) ? SCHEMA_KEYWORDS[key] : undefined;
      // The table says of each keyword what it holds.
      if (kind === 'one') out[key] = copy(value as Schema, NONE);
      else if (kind === 'list')
        out[key] = (value as readonly Schema[]).map((each) => copy(each, key === 'allOf' ? optional : NONE));
      else if (kind === 'map') out[key] = copyMap(value as Readonly<Record<string, Schema>>);
      else out[key] = withoutBigints(value);
    }
    if (schema.dependentRequired !== undefined && optional.size > 0)
      out['dependentRequired'] = withoutNames(schema.dependentRequired, optional);
    return out;
  };

  const copyMap = (schemas: Readonly<Record<string, Schema>>): unknown =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, copy(schema, NONE)]));

  const referTo = (reference: string, optional: ReadonlySet<string>): string => {
    const schema = source.target(reference) ?? true;
    const outside = hidden.neededOf(schema, optional);
    const pointer = reference.startsWith('#') ? reference.slice(1) : reference;
    const key = outside.size === 0 ? pointer : `${pointer}?optional=${[...outside].sort().join()}`;
    refers.set(key, { schema, outside });
    return `#/$defs/${encodeURIComponent(escapeToken(key))}`;
  };

  return { schema: copy(root, rootOutside), refers };
}

const NONE: ReadonlySet<string> = new Set();

function withoutNames(demands: NonNullable<SchemaObject['dependentRequired']>, names: ReadonlySet<string>): object {
  return Object.fromEntries(
    Object.entries(demands).map(([name, others]) => [name, others.filter((other) => !names.has(other))]),
  );
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Set([...a, ...b]);
}

/** Compilers have no bigint: the nearest double replaces it, and exact judges read the `Schema`. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutBigints(each)]));
}
