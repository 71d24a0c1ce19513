import type { Deviation } from './deviation.ts';

export const unevaluatedItems: Deviation = {
  name: 'unevaluated-items',
  reason:
    'Where a branch that holds for this value has evaluated every item, Prism begins behind item `true`: it refuses what fits, and does not look at the rest of what does not.',
  adds: ({ rule }) => rule?.includes('/unevaluatedItems') === true,
  withdraws: ({ keyword, pointer }) => keyword === 'unevaluatedItems' || pointer.endsWith('/true'),
};
