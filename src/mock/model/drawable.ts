import type { Generator } from '../../generation/index.ts';
import type { Api, Schema, SchemaObject } from '../../spec/index.ts';

/** The schema that values for a schema are drawn from: itself, wherever it has any. Each is looked at once. */
export type DrawableOf = (schema: Schema) => Schema;

/**
 * Of alternatives that must not fit together (`oneOf`), one that takes in all of another leaves values that cannot be drawn: an answer then has
 * to be of one of them, whatever else it fits. Finding that out for each value would take seconds.
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

/** Each alternative with what stands beside them all. */
function formsOf({ oneOf = [], ...beside }: SchemaObject): readonly Schema[] {
  return oneOf.map((form) => ({ ...beside, allOf: [...(beside.allOf ?? []), form] }));
}
