/**
 * generation: makes a value or a whole request that fits a schema, or breaks it in exactly one place, from a seed.
 * Sees core, wire, spec. The validator's verdict is passed in as `accepts`.
 */
export { createGenerator, type GeneratorOptions } from './create.ts';
export { createFake, type Fake } from './faker.ts';
export type * from './generator.ts';
