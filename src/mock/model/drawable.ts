import type { Generator } from '../../generation/index.ts';
import type { Api, Schema, SchemaObject } from '../../spec/index.ts';

/**
 * The schema from which values are drawn: the schema itself, if it allows any. Computed once for each
 * schema.
 */
export type DrawableOf = (schema: Schema) => Schema;

/**
 * If one branch of a `oneOf` allows everything that another one allows, some values cannot be drawn. Then
 * answers fit one of the branches without the exclusion. To find this out for each value would take
 * seconds.
 */
export function createDrawableOf(api: Api, generator: Generator, seed: number): DrawableOf {
  const known = new WeakMap<SchemaObject, Schema>();
  const draws = (schema: Schema, optional: 'all' | 'required'): boolean =>
    generator.value(schema, { seed, at: 'drawable' }, { direction: 'response', optional }).ok;
  const isDrawn = (schema: Schema): boolean => draws(schema, 'required') || draws(schema, 'all');
  return (schema) => {
    const target = api.deref(schema);
    if (typeof target === 'boolean' || target.oneOf === undefined) return schema;
    const found = known.get(target);
    if (found !== undefined) return found;
    const drawn = isDrawn(schema) ? schema : (formsOf(target).find(isDrawn) ?? schema);
    known.set(target, drawn);
    return drawn;
  };
}

/** Each branch with the keywords beside the `oneOf`. */
function formsOf({ oneOf = [], ...beside }: SchemaObject): readonly Schema[] {
  return oneOf.map((form) => ({ ...beside, allOf: [...(beside.allOf ?? []), form] }));
}
