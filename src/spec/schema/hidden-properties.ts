import type { Schema, SchemaObject } from '../model/api.ts';
import { once } from '../model/memoize.ts';
import type { BundleSource } from './bundle-source.ts';

/**
 * Properties that `required` does not apply to in one direction: readOnly in a request, writeOnly in a
 * response.
 */
export interface HiddenProperties {
  /** Names of such properties, through `allOf` and `$ref`. */
  namesOf(schema: Schema): ReadonlySet<string>;
  /** Those of `names` that the schema requires without knowing their marks. */
  neededOf(schema: Schema, names: ReadonlySet<string>): ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export function createHidden(
  source: Pick<BundleSource, 'target' | 'mentions'>,
  flag: 'readOnly' | 'writeOnly',
): HiddenProperties {
  const used = once(() => source.mentions(flag));
  const known = new WeakMap<object, ReadonlySet<string>>();

  /** The schema and all that apply to the same value. */
  const family = (schema: Schema): ReadonlySet<SchemaObject> => {
    const seen = new Set<SchemaObject>();
    const waiting: Schema[] = [schema];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (typeof at === 'boolean' || seen.has(at)) continue;
      seen.add(at);
      if (at.$ref !== undefined) waiting.push(source.target(at.$ref) ?? true);
      waiting.push(...(at.allOf ?? []));
    }
    return seen;
  };

  const isFlagged = (schema: Schema): boolean => {
    for (const each of family(schema)) if (each[flag] === true) return true;
    return false;
  };

  const namesOf = (schema: Schema): ReadonlySet<string> => {
    if (typeof schema === 'boolean' || !used()) return NONE;
    const before = known.get(schema);
    if (before !== undefined) return before;
    const names = new Set<string>();
    for (const each of family(schema))
      for (const [name, property] of Object.entries(each.properties ?? {})) if (isFlagged(property)) names.add(name);
    const result = names.size === 0 ? NONE : names;
    known.set(schema, result);
    return result;
  };

  const neededOf = (schema: Schema, names: ReadonlySet<string>): ReadonlySet<string> => {
    if (names.size === 0) return NONE;
    const own = namesOf(schema);
    const needed = new Set<string>();
    for (const each of family(schema))
      for (const name of [...(each.required ?? []), ...Object.values(each.dependentRequired ?? {}).flat()])
        if (names.has(name) && !own.has(name)) needed.add(name);
    return needed;
  };

  return { namesOf, neededOf };
}
