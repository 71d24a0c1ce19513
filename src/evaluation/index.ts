/**
 * evaluation: decides whether a value fits a schema, keyword by keyword, and reports breaches. Sees core.
 *
 * A keyword of JSON Schema is one entry in the table for its type of values: `any-keywords.ts`,
 * `number-keywords.ts`, `text-keywords.ts`, `array-keywords.ts` or `object-keywords.ts`.
 */

export { isOfType } from './any-keywords.ts';
export { WIDE } from './branch-choice.ts';
export { type Evaluator, EXACT, type Listener, type Numeric } from './evaluation.ts';
export { createEvaluator, MOST_NESTED } from './evaluator.ts';
export type { Fits } from './fits.ts';
export { areDistinct, choiceTest, identity } from './identity.ts';
export { isArray, isObject } from './json-kind.ts';
export { KEYWORDS, KEYWORDS_BESIDE } from './keywords.ts';
export { doubleNotAbove, doubleNotBelow, INTEGER_RANGES, isMultipleOf } from './numbers.ts';
export { tellBreaches } from './tell-breaches.ts';
