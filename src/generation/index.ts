/**
 * generation: makes a value or a whole request that fits a schema, or breaks it in exactly one place, from a seed.
 * Sees core, wire, spec; the validator's verdict is passed in as `accepts`. Owns `@faker-js/faker`, `@eslint-community/regexpp` and `fast-check`.
 * A schema is dissolved into a plan once (`facts.ts`, `plan.ts`): a tree of choices whose leaves say plainly what is asked; values are drawn from
 * the plan (`draw.ts` and its siblings), held against the verdict, and drawn again otherwise until they fit or a reason is known why none does.
 * To add a format, add a line to a list in `formats/`; to add a meaning of field names, a line to a list in `meanings/`.
 */
export { createGenerator, type GeneratorOptions } from './request/create.ts';
export { drawnFields } from './draw/drawn-fields.ts';
export { createFake, drawnBy, type Fake } from './text/faker.ts';
export { createFuzzer, type Fuzzer, type FuzzOptions, type FuzzOutcome, type FuzzRequest } from './request/fuzz.ts';
export type * from './model/generator.ts';
