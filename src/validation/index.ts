/**
 * validation: lists what is wrong with a message under an operation. Sees core, wire and spec.
 * Our compiled schemas say "surely valid" fast; Prism decides the rest, except for the listed deviations.
 * To add a deviation: one file under `deviations/` with its reason, one line in `deviations/index.ts`, one test.
 */

export type { Unenforceable } from './copy/schema-copier.ts';
export { createValidator, type OwnedValidator, type ValidatorOptions } from './prism/create-validator.ts';
export type { Deviation } from './deviations/deviation.ts';
export { DEVIATIONS } from './deviations/index.ts';
export { exampleMismatches } from './judge/examples.ts';
export type { OnFault, ValidationFault } from './model/faults.ts';
export { metaSchema } from './compile/meta-schemas.ts';
export { createPrism, type Prism } from './prism/prism.ts';
export { type Accepts, createAccepts } from './compile/schemas.ts';
export type * from './judge/validator.ts';
