/**
 * validation: lists what is wrong with a message under an operation. Sees core, wire and spec.
 * Compiled schemas say "surely valid" fast; Prism decides everything else, except for the listed deviations.
 *
 * layers: model < copy < breach < compile < judge < deviations < prism
 * - model: formats, numbers, patterns and the kinds of JSON values.
 * - copy: schemas as the compiler takes them.
 * - breach: what keeps a value from a schema, found by following the schema, without compiling it.
 * - compile: schemas as functions, compiled by Ajv or interpreted.
 * - judge: violations of requests and responses, explained in words.
 * - deviations: the places where Prism's verdict is not followed, one file each with its reason.
 * - prism: Prism's validators, and their verdict merged with ours.
 *
 * To add a deviation: one file under `deviations/` with its reason, one line in `deviations/index.ts`, one test.
 */

export { metaSchema } from './compile/meta-schemas.ts';
export { type Accepts, createAccepts } from './compile/schemas.ts';
export type { UnenforceableRule } from './copy/schema-copier.ts';
export type { Deviation } from './deviations/deviation.ts';
export { DEVIATIONS } from './deviations/index.ts';
export { exampleMismatches } from './judge/examples.ts';
export type * from './judge/validator.ts';
export type { OnFault, ValidationFault } from './model/faults.ts';
export { createValidator, type OwnedValidator, type ValidatorOptions } from './prism/create-validator.ts';
export { createPrism, type Prism } from './prism/prism.ts';
