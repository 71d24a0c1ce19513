import { type Check, defineCheck } from '../check.ts';
import { rejected } from '../refusals.ts';

/** Guard: see `rejected`; only properties without pattern, format or list of values, and within their length. */
export const acceptUnicode: Check = defineCheck({
  id: 'accept.unicode',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'purpose',
  question: 'Is a text beyond Latin letters accepted?',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => kind === 'unicode',
      () => 'a valid request with a text beyond Latin letters',
    ),
});
