import type { Deviation } from './deviation.ts';

const SINCE_2019 = new Set([
  'prefixItems',
  'items',
  'unevaluatedItems',
  'contains',
  'dependentRequired',
  'unevaluatedProperties',
]);

export const parameterDialect: Deviation = {
  name: 'parameter-dialect',
  reason:
    'Prism wraps parameters in a schema without `$schema` and so judges them as draft-07, regardless of the document.',
  adds: ({ code, keyword }) => code === 'parameter.schema' && SINCE_2019.has(keyword ?? ''),
};
