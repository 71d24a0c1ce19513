import { type Check, defineCheck } from '../check.ts';

/** Guard: only requests that someone else sent: scenarios, recorded traffic, journals; never our own probes. */
export const deprecatedOperationUsed: Check = defineCheck({
  id: 'deprecated.operation-used',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Does anybody use a deprecated operation?',
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
