import type { Json, JsonObject } from '../../core/index.ts';
import type { SchemaObject } from '../../spec/index.ts';
import { valueKey } from '../model/json-values.ts';
import type { Checking, EvaluatedParts } from './evaluation.ts';

/** As a power of two. */
const MEMBERS_PER_STEP = 3;

/** The keywords of objects. `waived` names are not required in this direction. */
export function propertiesHold(
  schema: SchemaObject,
  value: JsonObject,
  waived: ReadonlySet<string>,
  checking: Checking,
  seen: EvaluatedParts | undefined,
): boolean {
  const names = Object.keys(value);
  checking.count(names.length >> MEMBERS_PER_STEP);
  if (schema.required?.some((name) => !Object.hasOwn(value, name) && !waived.has(name))) return false;
  if (names.length < (schema.minProperties ?? 0) || names.length > (schema.maxProperties ?? names.length)) return false;
  if (schema.dependentRequired !== undefined) {
    for (const [name, others] of Object.entries(schema.dependentRequired)) {
      if (Object.hasOwn(value, name) && others.some((other) => !Object.hasOwn(value, other) && !waived.has(other)))
        return false;
    }
  }
  const { properties, patternProperties, additionalProperties, propertyNames } = schema;
  if (
    properties === undefined &&
    patternProperties === undefined &&
    additionalProperties === undefined &&
    propertyNames === undefined
  )
    return true;
  return names.every((name) => memberHolds(schema, name, value[name] ?? null, checking, seen));
}

function memberHolds(
  schema: SchemaObject,
  name: string,
  member: Json,
  checking: Checking,
  seen: EvaluatedParts | undefined,
): boolean {
  if (schema.propertyNames !== undefined && !checking.holds(schema.propertyNames, name)) return false;
  const own =
    schema.properties !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (own !== undefined && !checking.holds(own, member)) return false;
  let known = own !== undefined;
  for (const source of Object.keys(schema.patternProperties ?? {})) {
    if (checking.pattern(source)?.test(name) !== true) continue;
    known = true;
    if (!checking.holds(schema.patternProperties?.[source] ?? true, member)) return false;
  }
  if (!known && schema.additionalProperties !== undefined) {
    known = true;
    if (!checking.holds(schema.additionalProperties, member)) return false;
  }
  if (known) seen?.names.add(name);
  return true;
}

/** The keywords of arrays. */
export function itemsHold(
  schema: SchemaObject,
  value: readonly Json[],
  checking: Checking,
  seen: EvaluatedParts | undefined,
): boolean {
  checking.count(value.length >> (schema.uniqueItems === true ? 0 : MEMBERS_PER_STEP));
  if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? value.length)) return false;
  if (schema.uniqueItems === true && new Set(value.map(valueKey)).size < value.length) return false;
  const prefix = schema.prefixItems ?? [];
  for (const [index, item] of value.entries()) {
    const own = index < prefix.length ? prefix[index] : schema.items;
    if (own === undefined) continue;
    if (!checking.holds(own, item)) return false;
    seen?.indexes.add(index);
  }
  return schema.contains === undefined || containsHolds(schema, value, checking, seen);
}

function containsHolds(
  schema: SchemaObject,
  value: readonly Json[],
  checking: Checking,
  seen: EvaluatedParts | undefined,
): boolean {
  const wanted = schema.contains ?? true;
  let count = 0;
  for (const [index, item] of value.entries()) {
    if (!checking.holds(wanted, item)) continue;
    count++;
    seen?.indexes.add(index);
  }
  return count >= (schema.minContains ?? 1) && count <= (schema.maxContains ?? count);
}
