import type { Schema, SchemaObject } from '../model/api.ts';

/** Siblings of `$ref` without effect on validation. */
const REMARKS: ReadonlySet<string> = new Set(['$ref', 'description', 'title']);

/** Builds `Api.deref`. */
export function createDeref(target: (reference: string) => Schema | undefined): (schema: Schema) => Schema {
  const combined = new WeakMap<object, Schema>();
  /** The ends of chains of references, so that no chain is followed once for each of its links. */
  const arrivals = new WeakMap<object, Schema>();
  const step = (schema: SchemaObject, reference: string): Schema => {
    const known = combined.get(schema);
    if (known !== undefined) return known;
    const found = target(reference) ?? true;
    const constrains = Object.keys(schema).some((key) => !REMARKS.has(key));
    const result = constrains ? combine(schema, reference) : found;
    combined.set(schema, result);
    return result;
  };
  return (schema) => {
    if (typeof schema !== 'object' || schema.$ref === undefined) return schema;
    const first = step(schema, schema.$ref);
    if (typeof first !== 'object' || first.$ref === undefined) return first;
    const seen = new Set<SchemaObject>([schema]);
    let current: Schema = first;
    while (typeof current === 'object' && current.$ref !== undefined && !seen.has(current)) {
      const known = arrivals.get(current);
      seen.add(current);
      current = known ?? step(current, current.$ref);
    }
    const found = typeof current === 'object' && current.$ref !== undefined ? true : current;
    for (const each of seen) arrivals.set(each, found);
    return found;
  };
}

/** Since 3.1 siblings apply beside the reference (JSON Schema 2020-12 Core §8.2.3.1). */
function combine(schema: SchemaObject, $ref: string): SchemaObject {
  const { $ref: _, ...siblings } = schema;
  // Members that the target evaluates count for these keywords (§11), which must be outside it.
  if (siblings.unevaluatedProperties !== undefined || siblings.unevaluatedItems !== undefined)
    return { ...siblings, allOf: [...(siblings.allOf ?? []), { $ref }] };
  return { allOf: [{ $ref }, siblings] };
}
