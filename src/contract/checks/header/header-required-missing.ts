import { type Check, defineCheck } from '../../model/check.ts';
import { fromValidator } from '../../responses/header-violations.ts';

export const headerRequiredMissing: Check = defineCheck({
  id: 'header.required-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['violations'],
  question: 'Are all required header fields there?',
  guard:
    'Only header fields that the response of this very status marks as required; a failing service (5xx) owes nothing.',
  judge: (seen) => fromValidator(seen, 'response.header-required'),
});
