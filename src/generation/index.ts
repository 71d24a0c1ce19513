/**
 * generation: makes a value or a whole request that fits a schema, or breaks it in exactly one place, from a seed.
 * Sees core, wire, spec; the validator's verdict is passed in as `accepts`. Owns `@faker-js/faker`, `@eslint-community/regexpp` and `fast-check`.
 * A schema is turned into a plan once: a tree of choices whose leaves state what is required. Values are drawn from the plan, checked
 * against the verdict, and drawn again until one fits or the reason is known why none does.
 *
 * layers: model < pattern < text < evaluate < plan < draw < request
 * - model: seeded chance, exact decimals, the generator's own interface.
 * - pattern: strings that match a regular expression.
 * - text: words, formats, and the meaning of property names.
 * - evaluate: whether a value satisfies a schema.
 * - plan: schemas as plans of choices.
 * - draw: values drawn from plans.
 * - request: whole requests, valid, at their bounds, or broken in one place.
 *
 * To add a format, add a line to a list in `text/formats/`; to add a meaning of property names, a line to a list in `text/meanings/`.
 */

export { drawnFields } from './draw/drawn-fields.ts';
export { intAt } from './model/chance.ts';
export type * from './model/generator.ts';
export {
  isMoney,
  isNightlyPrice,
  isPriced,
  isQuantity,
  isUnitPrice,
  lineTotalOf,
  totalIn,
  totalsOf,
} from './model/money.ts';
export { countsAmong } from './plan/member-groups.ts';
export { type RequiredOrder, requiredOrder } from './plan/required-order.ts';
export { spanLength, spansAmong } from './plan/spans.ts';
export { createGenerator } from './request/create.ts';
export { createFits } from './request/fits.ts';
export { createFuzzer, type Fuzzer, type FuzzOptions, type FuzzOutcome, type FuzzRequest } from './request/fuzz.ts';
export type { GeneratorOptions } from './request/generator-options.ts';
export { DEEDS, FIRST_STATES, plainWord, statesOf } from './text/deed-words.ts';
export { createFake, drawnBy, type Fake, prepareFake } from './text/faker.ts';
export { wordsListed } from './text/listed-words.ts';
