import { type Check, defineCheck } from '../check.ts';
import { fromValidator } from '../header-violations.ts';

/** Guard: only header fields that the response of this very status marks as required; a failing service (5xx) owes nothing. */
export const headerRequiredMissing: Check = defineCheck({
  id: 'header.required-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Are all required header fields there?',
  judge: (seen) => fromValidator(seen, 'response.header-required'),
});
