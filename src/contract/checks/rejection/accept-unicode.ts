import { type Check, defineCheck } from '../../model/check.ts';
import { rejected } from './refusals.ts';

export const acceptUnicode: Check = defineCheck({
  id: 'accept.unicode',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'purpose',
  stories: ['unicode'],
  needs: ['valid', 'refusal'],
  question: 'Is a text beyond Latin letters accepted?',
  guard:
    'Only where the request is valid on the wire and its data proven to exist; only properties without pattern, format or list of values, and within their length.',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => kind === 'unicode',
      () => 'a valid request with a text beyond Latin letters',
    ),
});
