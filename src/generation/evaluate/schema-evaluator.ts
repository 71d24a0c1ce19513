import type { Json, JsonObject } from '../../core/index.ts';
import type { Api, Direction, Schema, SchemaObject } from '../../spec/index.ts';
import { isArray, isObject } from '../../wire/index.ts';
import { valueKey } from '../model/json-values.ts';
import { createWaivers } from '../model/marks.ts';
import type { StepBudget } from '../model/steps.ts';
import type { PatternText } from '../pattern/pattern.ts';
import type { Checking, EvaluatedParts } from './evaluation.ts';
import { keywordsHold } from './keyword-evaluator.ts';
import { itemsHold, propertiesHold } from './member-evaluator.ts';

/** Whether the value fits the schema in that direction; exact where binary floating point is not. */
export type SchemaEvaluator = (schema: Schema, value: Json, direction: Direction) => boolean;

/** In-place nesting beyond this is a circle that constrains nothing (`allOf` of itself). */
const DEEPEST = 400;

/**
 * An evaluator of JSON Schema 2020-12, formats asserted. It steers the drawing (which branch, which example, is this really broken);
 * the validator's verdict stands above it wherever the caller gives one.
 */
export function createSchemaEvaluator(
  api: Api,
  pattern: (source: string) => PatternText | undefined,
  steps: Pick<StepBudget, 'count'>,
): SchemaEvaluator {
  const waiversOf = createWaivers(api);
  const keys = new WeakMap<readonly Json[], ReadonlySet<string>>();
  const keysOf = (list: readonly Json[]): ReadonlySet<string> => {
    const known = keys.get(list) ?? new Set(list.map(valueKey));
    keys.set(list, known);
    return known;
  };
  return (schema, value, direction) => {
    const checking: Checking = {
      direction,
      pattern,
      count: steps.count,
      keysOf,
      holds: (inner, member) => at(inner, member),
    };
    return at(schema, value);

    function at(place: Schema, member: Json): boolean {
      const waived = isObject(member) ? waiversOf(place, direction) : NONE;
      return inPlace(place, member, waived, undefined, 0);
    }

    function inPlace(
      given: Schema,
      member: Json,
      waived: ReadonlySet<string>,
      outer: EvaluatedParts | undefined,
      depth: number,
    ): boolean {
      steps.count();
      const place = api.deref(given);
      if (typeof place === 'boolean') return place;
      if (depth > DEEPEST) return true;
      if (!keywordsHold(place, member, checking)) return false;
      const tracks = place.unevaluatedProperties !== undefined || place.unevaluatedItems !== undefined;
      const seen: EvaluatedParts | undefined = tracks ? { names: new Set(), indexes: new Set() } : outer;
      const next = (inner: Schema, into: EvaluatedParts | undefined): boolean =>
        inPlace(inner, member, waived, into, depth + 1);
      if (isObject(member) && !propertiesHold(place, member, waived, checking, seen)) return false;
      if (isArray(member) && !itemsHold(place, member, checking, seen)) return false;
      if (!applicatorsHold(place, member, next, seen)) return false;
      if (seen === undefined || !tracks) return true;
      return unevaluatedHold(place, member, seen, outer, checking);
    }
  };
}

const NONE: ReadonlySet<string> = new Set();

type InPlace = (schema: Schema, seen: EvaluatedParts | undefined) => boolean;

function applicatorsHold(place: SchemaObject, value: Json, next: InPlace, seen: EvaluatedParts | undefined): boolean {
  if (place.allOf?.some((part) => !next(part, seen))) return false;
  if (place.anyOf !== undefined && matching(place.anyOf, next, seen) === 0) return false;
  if (place.oneOf !== undefined && matching(place.oneOf, next, seen) !== 1) return false;
  if (place.not !== undefined && next(place.not, undefined)) return false;
  if (place.if !== undefined) {
    const then = matching([place.if], next, seen) === 1 ? place.then : place.else;
    if (then !== undefined && !next(then, seen)) return false;
  }
  return (
    place.dependentSchemas === undefined ||
    !isObject(value) ||
    dependentsHold(place.dependentSchemas, value, next, seen)
  );
}

/** How many hold; only what they have seen counts as seen. */
function matching(schemas: readonly Schema[], next: InPlace, seen: EvaluatedParts | undefined): number {
  let count = 0;
  for (const schema of schemas) {
    const own: EvaluatedParts | undefined = seen === undefined ? undefined : { names: new Set(), indexes: new Set() };
    if (!next(schema, own)) continue;
    count++;
    if (seen !== undefined && own !== undefined) absorb(seen, own);
  }
  return count;
}

function absorb(into: EvaluatedParts, from: EvaluatedParts): void {
  for (const name of from.names) into.names.add(name);
  for (const index of from.indexes) into.indexes.add(index);
}

function dependentsHold(
  dependents: Readonly<Record<string, Schema>>,
  value: JsonObject,
  next: InPlace,
  seen: EvaluatedParts | undefined,
): boolean {
  return Object.keys(dependents).every((name) => !Object.hasOwn(value, name) || next(dependents[name] ?? true, seen));
}

function unevaluatedHold(
  place: SchemaObject,
  value: Json,
  seen: EvaluatedParts,
  outer: EvaluatedParts | undefined,
  checking: Checking,
): boolean {
  const { unevaluatedProperties: properties, unevaluatedItems: items } = place;
  if (properties !== undefined && isObject(value)) {
    for (const name of Object.keys(value)) {
      if (!seen.names.has(name) && !checking.holds(properties, value[name] ?? null)) return false;
      seen.names.add(name);
    }
  }
  if (items !== undefined && isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (!seen.indexes.has(index) && !checking.holds(items, item)) return false;
      seen.indexes.add(index);
    }
  }
  if (outer !== undefined) absorb(outer, seen);
  return true;
}
