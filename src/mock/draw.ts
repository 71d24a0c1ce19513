import type { Json, JsonObject } from '../core/index.ts';
import type { ValueOptions } from '../generation/index.ts';
import type { Schema } from '../spec/index.ts';
import { fittingFields } from './accepted.ts';
import type { Parts } from './parts.ts';

/**
 * A value of the schema around what is known. Where that cannot be (a request's form of a field is not the answer's, a branch excludes it),
 * what does not fit is let go, and at last all but what is `decided`: an answer that fits its schema comes first.
 */
export function drawnAround(
  parts: Parts,
  schema: Schema,
  at: string,
  known: JsonObject,
  decided: JsonObject,
  options: Omit<ValueOptions, 'known' | 'direction'>,
): Json | undefined {
  for (const kept of tries(parts, schema, known, decided)) {
    const drawn = parts.generator.value(
      schema,
      { seed: parts.options.seed, at },
      { ...options, direction: 'response', known: kept() },
    );
    if (drawn.ok) return drawn.value;
  }
  return undefined;
}

const MOST_LEFT_OUT = 8;

/** Of forms that exclude each other, one member too many may fit none. */
function withoutOne(parts: Parts, schema: Schema, known: JsonObject): readonly (() => JsonObject)[] {
  const target = parts.api.deref(schema);
  if (typeof target === 'boolean' || target.oneOf === undefined) return [];
  return Object.keys(known)
    .slice(0, MOST_LEFT_OUT)
    .map((name) => () => Object.fromEntries(Object.entries(known).filter(([each]) => each !== name)));
}

function tries(parts: Parts, schema: Schema, known: JsonObject, decided: JsonObject): readonly (() => JsonObject)[] {
  const less = (): JsonObject => fittingFields(parts, schema, known);
  return [() => known, less, ...withoutOne(parts, schema, less()), () => decided, () => ({})];
}
