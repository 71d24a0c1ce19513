import type { Deviation } from './deviation.ts';

export const unevaluatedMembers: Deviation = {
  name: 'unevaluated',
  reason:
    'Where a branch that holds for this value has evaluated every item, Prism begins behind item `true`: it refuses what fits, and does not look at the rest of what does not. It takes for evaluated what a condition that does not hold has looked at, and every item where there is `contains`.',
  adds: ({ rule }) => rule !== undefined && /\/unevaluated(Items|Properties)/.test(rule),
  withdraws: ({ keyword, pointer }) => keyword === 'unevaluatedItems' || pointer.endsWith('/true'),
};
