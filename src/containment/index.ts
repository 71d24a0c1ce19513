/**
 * containment: decides whether every value of one schema is valid under another, also across documents, and
 * generates a value that shows where it is not. Sees core, wire, spec, evaluation, validation and
 * generation. A schema becomes forms: one for each type and combination of alternatives. Forms are compared
 * keyword by keyword (`leaf-….ts`), pairs of schemas coinductively (`contain.ts`). "No" needs a value that
 * both validators accept on one side and refuse on the other; without a proof or a value the answer is
 * undecided.
 *
 * To decide more about a type, extend its `leaf-….ts`; to distinguish more alternatives, `disjoint.ts`.
 */

export { type Allowance, createStepAllowance } from './allowance.ts';
export { createSchemaComparer, type SchemaComparer } from './compare-schemas.ts';
export { hasNoValue } from './emptiness.ts';
export { createEqual, withSidesExchanged } from './equal.ts';
export { isAssertedFormat } from './leaf-string.ts';
export { createIds, createSchemaSource, createSide, type SchemaSource, type Side } from './side.ts';
export type { Gap, GapRule } from './verdict.ts';
