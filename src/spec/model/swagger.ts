import type { NodeLocation } from './node-location.ts';
import { isRaw } from './raw.ts';

/** Properties of a 2.0 parameter or header that are not part of its schema. */
const NOT_SCHEMA = new Set([
  'name',
  'in',
  'required',
  'schema',
  'collectionFormat',
  'allowEmptyValue',
  'headers',
  'examples',
]);

/** In 2.0 a parameter (not in the body), a header and an `items` are themselves schemas. */
export function swaggerSchemaOf(place: NodeLocation): NodeLocation {
  if (!isRaw(place.node)) return { ...place, node: undefined };
  const schema: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(place.node)) if (!NOT_SCHEMA.has(key)) schema[key] = value;
  return { ...place, node: schema };
}
