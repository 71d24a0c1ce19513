import type { Schema, SchemaObject } from '../../spec/index.ts';
import type { LeafPlan } from './plan.ts';

/** Keywords that the plan has resolved. If kept, they would also require what is to be broken. */
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

/** The requirements of a plan without some keywords. */
export function relaxedSchemas(plan: LeafPlan, without: readonly string[]): readonly Schema[] {
  return plan.schemas.map(
    // All keywords are optional, so the rest is a schema object.
    (schema) =>
      Object.fromEntries(
        Object.entries(schema).filter(([keyword]) => !DISSOLVED.has(keyword) && !without.includes(keyword)),
      ) as SchemaObject,
  );
}
