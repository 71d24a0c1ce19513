import type { Json, JsonObject } from '../core/index.ts';
import { setOwn } from '../wire/index.ts';

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** `{ ...first, ...second }` at a tenth of the cost: the engine is slow at every spread but the first, and at adding to a spread object. */
export function merged(first: JsonObject, second: JsonObject): JsonObject {
  const both: Record<string, Json> = {};
  for (const name of Object.keys(first)) setOwn(both, name, first[name] ?? null);
  for (const name of Object.keys(second)) setOwn(both, name, second[name] ?? null);
  return both;
}
