import type { Deviation } from './deviation.ts';

export const patterns: Deviation = {
  name: 'patterns',
  reason:
    'Prism would backtrack for seconds over `^(a+)+$`: it is handed no pattern that could, and we decide those on a linear engine.',
  // What stands behind such a name pattern Prism does not see either, whatever rule it is.
  adds: (_, { plan }) => plan.schemas.some(({ copy }) => copy.hasCostlyPattern),
};
