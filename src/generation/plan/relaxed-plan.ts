import type { Schema, SchemaObject } from '../../spec/index.ts';
import type { LeafPlan } from './plan.ts';

/** Dissolved into the plan already: left in, they would ask again for what is to be broken. */
const DISSOLVED: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'examples',
  'default',
]);

/** What the plan asks for, but for some of its keywords. */
export function relaxed(plan: LeafPlan, without: readonly string[]): readonly Schema[] {
  return plan.schemas.map(
    // Every keyword of a schema object may be left out, so what is left is one.
    (schema) =>
      Object.fromEntries(
        Object.entries(schema).filter(([keyword]) => !DISSOLVED.has(keyword) && !without.includes(keyword)),
      ) as SchemaObject,
  );
}
