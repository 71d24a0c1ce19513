import type { Json, JsonObject } from '../../core/index.ts';
import { type Api, type Schema, typesOf } from '../../spec/index.ts';
import { isObject, setOwn } from '../../wire/index.ts';

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether a schema is only about objects, also one without `type`: it has properties, and services send nothing else there. */
export function isForObjects(api: Api, schema: Schema): boolean {
  const types = typesOf(api, schema);
  return types.length > 0 && types.every((type) => type === 'object' || type === 'null') && types.includes('object');
}

/**
 * `{ ...first, ...second }` at a tenth of the cost: V8 is slow for every spread but the first, and for
 * properties added to a spread object.
 */
export function mergeObjects(first: JsonObject, second: JsonObject): JsonObject {
  const both: Record<string, Json> = {};
  for (const name of Object.keys(first)) setOwn(both, name, first[name] ?? null);
  for (const name of Object.keys(second)) setOwn(both, name, second[name] ?? null);
  return both;
}
