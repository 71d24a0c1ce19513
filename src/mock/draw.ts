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

function tries(parts: Parts, schema: Schema, known: JsonObject, decided: JsonObject): readonly (() => JsonObject)[] {
  return [() => known, () => fittingFields(parts, schema, known), () => decided, () => ({})];
}
