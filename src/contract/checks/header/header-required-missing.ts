import { type Check, defineCheck } from '../../model/check.ts';
import { fromValidator } from '../../responses/header-violations.ts';

export const headerRequiredMissing: Check = defineCheck({
  id: 'header.required-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['violations'],
  question: 'Are all required header fields present?',
  guard:
    'Only header fields that the response of this status marks as required. Failures of the service (5xx) are not judged.',
  judge: (exchange) => fromValidator(exchange, 'response.header-required'),
});
