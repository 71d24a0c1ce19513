import type { Api, Schema, SchemaObject } from '../model/api.ts';
import { conjunctsOf, typesOf } from './schema-facts.ts';

type Follows = Pick<Api, 'deref'>;

/** A schema that is nested deeper counts as finite. */
const MAX_DEPTH = 200;

/** Whether a schema has a finite value: one that requires itself has none. */
export function createFiniteness(api: Follows): (schema: Schema) => boolean {
  const finite = new WeakSet<object>();
  const open = new Set<SchemaObject>();
  const has = (schema: Schema): boolean => {
    const target = api.deref(schema);
    if (typeof target === 'boolean') return target;
    if (finite.has(target) || open.size > MAX_DEPTH) return true;
    if (open.has(target)) return false;
    open.add(target);
    const result = fits(target);
    open.delete(target);
    if (result) finite.add(target);
    return result;
  };
  const fits = (schema: SchemaObject): boolean => {
    const conjuncts = conjunctsOf(api, schema);
    for (const part of conjuncts)
      for (const choices of [part.anyOf, part.oneOf]) if (choices !== undefined && !choices.some(has)) return false;
    const types = typesOf(api, schema);
    // A value other than an object or array has no members, so it is finite.
    if (types.length === 0 || types.some((type) => type !== 'object' && type !== 'array')) return true;
    return (types.includes('object') && objectFits(conjuncts)) || (types.includes('array') && arrayFits(conjuncts));
  };
  const objectFits = (conjuncts: readonly SchemaObject[]): boolean => {
    const required = new Set(conjuncts.flatMap((part) => part.required ?? []));
    return conjuncts.every((part) =>
      Object.entries(part.properties ?? {}).every(([name, property]) => !required.has(name) || has(property)),
    );
  };
  const arrayFits = (conjuncts: readonly SchemaObject[]): boolean =>
    conjuncts.every((part) => (part.minItems ?? 0) === 0 || part.items === undefined || has(part.items));
  return has;
}

/** Why the conjuncts of a schema allow no common JSON type; `undefined` if they allow one. */
export function quarrelOf(api: Follows, schema: Schema): string | undefined {
  let common: readonly string[] | undefined;
  for (const part of conjunctsOf(api, schema)) {
    if (part.type === undefined) continue;
    const own = typeof part.type === 'string' ? [part.type] : part.type;
    const before = common;
    common = before === undefined ? own : before.filter((type) => own.some((each) => overlaps(each, type)));
    if (common.length === 0) return `type ${own.join(' or ')} and type ${before?.join(' or ')} exclude each other`;
  }
  return undefined;
}

const overlaps = (a: string, b: string): boolean => a === b || (NUMERIC.has(a) && NUMERIC.has(b));

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'number']);
