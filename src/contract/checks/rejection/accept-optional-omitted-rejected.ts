import { type Check, defineCheck } from '../../model/check.ts';
import { rejected } from './refusals.ts';

export const acceptOptionalOmittedRejected: Check = defineCheck({
  id: 'accept.optional-omitted-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['optional-omitted'],
  needs: ['valid', 'refusal'],
  question: 'Is a request accepted that leaves out what is optional?',
  guard:
    'Only where the request is valid on the wire and its data proven to exist; only beside a request that was accepted with what is left out put in.',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => kind === 'optional-omitted',
      (story) =>
        story.kind === 'optional-omitted' && story.pointer !== undefined
          ? `a valid request without ${story.pointer}, which is optional`
          : 'a valid request that has only what is required',
    ),
});
