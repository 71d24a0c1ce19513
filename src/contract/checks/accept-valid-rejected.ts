import { type Check, defineCheck } from '../check.ts';
import { PROBED, rejected } from '../refusals.ts';

/** Guard: see `rejected`; a request that is about one value belongs to the checks of such values, and shadows what they find. */
export const acceptValidRejected: Check = defineCheck({
  id: 'accept.valid-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a valid request accepted?',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => !PROBED.has(kind),
      () => 'a valid request',
    ),
});
