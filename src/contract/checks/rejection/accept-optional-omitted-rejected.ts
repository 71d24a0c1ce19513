import { type Check, defineCheck } from '../../model/check.ts';
import { rejectionFindings } from './refusals.ts';

export const acceptOptionalOmittedRejected: Check = defineCheck({
  id: 'accept.optional-omitted-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['optional-omitted'],
  needs: ['valid', 'refusal'],
  question: 'Is a request without its optional parts accepted?',
  guard:
    'Only if the request is valid, its data is known to exist, and the same request with the optional part was accepted.',
  judge: (exchange) =>
    rejectionFindings(
      exchange,
      (kind) => kind === 'optional-omitted',
      (story) =>
        story.kind === 'optional-omitted' && story.pointer !== undefined
          ? `a valid request without ${story.pointer}, which is optional`
          : 'a valid request that has only what is required',
    ),
});
