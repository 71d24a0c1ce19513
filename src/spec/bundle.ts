import { escapeToken } from '../wire/index.ts';
import type { Direction, Schema, SchemaObject } from './api.ts';
import { createHidden, type Hidden } from './hidden.ts';
import { SCHEMA_KEYWORDS } from './keywords.ts';

/** What bundling needs to know of the Api. */
export interface BundleSource {
  target(reference: string): Schema | undefined;
  /** Whether a keyword stands anywhere in the document at all. */
  mentions(keyword: string): boolean;
}

/** Keywords that a compiler has no use for. */
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

/** Builds `Api.bundle`: every schema and direction once. */
export function createBundler(source: BundleSource): (schema: Schema, direction: Direction) => Record<string, unknown> {
  const made = {
    request: new WeakMap<object, Record<string, unknown>>(),
    response: new WeakMap<object, Record<string, unknown>>(),
  };
  const hidden = { request: createHidden(source, 'readOnly'), response: createHidden(source, 'writeOnly') };
  return (schema, direction) => {
    if (typeof schema === 'boolean') return schema ? {} : { not: {} };
    const known = made[direction].get(schema);
    if (known !== undefined) return known;
    const bundle = bundleOf(source, hidden[direction], schema);
    made[direction].set(schema, bundle);
    return bundle;
  };
}

/** A schema that waits to be copied into `$defs`. */
interface Waiting {
  readonly key: string;
  readonly schema: Schema;
  readonly outside: ReadonlySet<string>;
}

function bundleOf(source: BundleSource, hidden: Hidden, root: SchemaObject): Record<string, unknown> {
  const defs: Record<string, unknown> = {};
  const waiting: Waiting[] = [];
  const known = new Set<string>();

  /** `outside`: names that schemas for the same value elsewhere make optional. */
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
    return out;
  };

  const copyMap = (schemas: Readonly<Record<string, Schema>>): unknown =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, copy(schema, NONE)]));

  const referTo = (reference: string, optional: ReadonlySet<string>): string => {
    const schema = source.target(reference) ?? true;
    const outside = hidden.neededOf(schema, optional);
    const pointer = reference.startsWith('#') ? reference.slice(1) : reference;
    const key = outside.size === 0 ? pointer : `${pointer}?optional=${[...outside].sort().join()}`;
    if (!known.has(key)) {
      known.add(key);
      waiting.push({ key, schema, outside });
    }
    return `#/$defs/${encodeURIComponent(escapeToken(key))}`;
  };

  const bundle = copy(root, NONE) as Record<string, unknown>;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    defs[next.key] = copy(next.schema, next.outside);
  if (known.size > 0) bundle['$defs'] = defs;
  return bundle;
}

const NONE: ReadonlySet<string> = new Set();

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Set([...a, ...b]);
}

/** Compilers know no bigint: the nearest double stands for it, and whoever must be exact reads the `Schema`. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutBigints(each)]));
}
