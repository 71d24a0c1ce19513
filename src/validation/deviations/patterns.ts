import type { Deviation } from './deviation.ts';

export const patterns: Deviation = {
  name: 'patterns',
  reason:
    'Prism would backtrack for seconds over `^(a+)+$`: it is handed no pattern that could, and we decide those on a linear engine.',
  adds: ({ keyword }, { plan }) =>
    (keyword === 'pattern' || keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') &&
    plan.schemas.some(({ copy }) => copy.hasCostlyPattern),
};
