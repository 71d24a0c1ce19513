/**
 * containment: whether every value of one schema is a value of another, also of another document, and a value that shows where it is not.
 * Sees core, wire, spec, evaluation, validation and generation. A schema becomes forms: one for each type and choice of alternatives.
 * A form is compared leaf by leaf (`leaf-….ts`), pairs of schemas coinductively (`contain.ts`). "No" needs a value that both verdicts of
 * one side accept and both of the other refuse; what neither proof nor value decides is undecided.
 *
 * To decide more about a type, extend its `leaf-….ts`; to tell more alternatives apart, `disjoint.ts`.
 */

export { createSchemaComparer, type SchemaComparer } from './compare-schemas.ts';
export { hasNoValue } from './emptiness.ts';
export { isAssertedFormat } from './leaf-string.ts';
export { createIds, createSchemaSource, createSide, type SchemaSource, type Side } from './side.ts';
export type { Gap, GapRule } from './verdict.ts';
