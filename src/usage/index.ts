/**
 * usage: decides whether a document serves what a client sends and reads, and distils recordings to the
 * used parts. Sees core, wire, spec, validation, generation and traffic. Whole messages are validated; of
 * distilled uses, only types, lengths, listed values and presence are compared.
 *
 * Layers: schema < judge < distil.
 * - schema: places of values, and what a schema says about them.
 * - judge: which parts of a use a document does not serve.
 * - distil: uses merged by client and operation, without values.
 */

export { distilUses } from './distil/distil-uses.ts';
export { useWitnesses } from './distil/use-witnesses.ts';
export { breachKey, type UseBreach } from './judge/use-breach.ts';
export { createUseJudge, type UseJudge, type UseJudgeOptions } from './judge/use-judge.ts';
export { type UsedPlace, usedPlaces } from './judge/used-places.ts';
export { schemasAt } from './schema/schema-ways.ts';
export { selectedUses, type UseSelection } from './selected-uses.ts';
