import { type Check, defineCheck } from '../../model/check.ts';

export const deprecatedOperationUsed: Check = defineCheck({
  id: 'deprecated.operation-used',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  needs: ['caller'],
  question: 'Does a client use a deprecated operation?',
  guard: 'Only requests of other clients: scenarios, recorded traffic, journals. Never requests that the run planned.',
  judge({ purpose: { caller }, operation }) {
    if (caller === undefined || operation?.lifecycle.deprecated !== true) return [];
    return [
      {
        subject: caller,
        expected: operation.lifecycle.successor ?? 'another operation',
        actual: `${operation.method} ${operation.path}`,
        message: `${caller} uses ${operation.id}, which is deprecated.`,
      },
    ];
  },
});
