import type { Deviation } from './deviation.ts';

export const patterns: Deviation = {
  name: 'patterns',
  reason:
    'Prism would backtrack for seconds over `^(a+)+$`: it is handed no pattern that could, and we decide those on a linear engine.',
  // Prism does not see values behind such a name pattern either.
  adds: (_, { plan }) => plan.schemas.some(({ copy }) => copy.hasCostlyPattern),
};
