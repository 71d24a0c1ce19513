import type { Api, Direction, Schema, SchemaObject } from '../../spec/index.ts';

const MARK: Readonly<Record<Direction, 'readOnly' | 'writeOnly'>> = { request: 'readOnly', response: 'writeOnly' };

/**
 * Whether a property with this schema is absent from messages of that direction (OpenAPI 3.0.4 §4.7.24.2).
 * The mark may be beside or behind a `$ref`.
 */
export function staysOut(api: Api, schema: Schema, direction: Direction, depth = 0): boolean {
  const target = api.deref(schema);
  if (typeof target === 'boolean' || depth > 20) return false;
  return (
    target[MARK[direction]] === true || (target.allOf ?? []).some((part) => staysOut(api, part, direction, depth + 1))
  );
}

/** The names that no schema can require in that direction, computed once for each schema. */
export function createWaivers(api: Api): (schema: Schema, direction: Direction) => ReadonlySet<string> {
  const found = {
    request: new WeakMap<SchemaObject, ReadonlySet<string>>(),
    response: new WeakMap<SchemaObject, ReadonlySet<string>>(),
  };
  return (schema, direction) => {
    const target = api.deref(schema);
    if (typeof target === 'boolean') return NONE;
    const known = found[direction].get(target);
    if (known !== undefined) return known;
    const names = new Set<string>();
    collect({ api, direction, names, visited: new Set() }, target);
    const waived = names.size === 0 ? NONE : names;
    found[direction].set(target, waived);
    return waived;
  };
}

const NONE: ReadonlySet<string> = new Set();

/** What a walk over a schema reads and collects. */
interface MarkCollector {
  readonly api: Api;
  readonly direction: Direction;
  readonly names: Set<string>;
  readonly visited: Set<SchemaObject>;
}

function collect({ api, direction, names, visited }: MarkCollector, schema: Schema): void {
  const target = api.deref(schema);
  if (typeof target === 'boolean' || visited.has(target)) return;
  visited.add(target);
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    if (staysOut(api, property, direction)) names.add(name);
  }
  const subschemas = [
    target.allOf,
    target.anyOf,
    target.oneOf,
    [target.if, target.then, target.else],
    Object.values(target.dependentSchemas ?? {}),
  ];
  for (const part of subschemas.flat()) if (part !== undefined) collect({ api, direction, names, visited }, part);
}
