import { type Check, defineCheck } from '../../model/check.ts';
import { rejectionFindings } from './refusals.ts';

export const acceptUnicode: Check = defineCheck({
  id: 'accept.unicode',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'purpose',
  stories: ['unicode'],
  needs: ['valid', 'refusal'],
  question: 'Is a string with letters beyond Latin accepted?',
  guard:
    'Only if the request is valid and its data is known to exist; only properties without pattern, format or enum, and within their length.',
  judge: (exchange) =>
    rejectionFindings(
      exchange,
      (kind) => kind === 'unicode',
      () => 'a valid request with a string beyond Latin letters',
    ),
});
