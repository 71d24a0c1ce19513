import { type Check, defineCheck } from '../../model/check.ts';
import { rejected } from './refusals.ts';

export const acceptBoundaryRejected: Check = defineCheck({
  id: 'accept.boundary-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['boundary'],
  needs: ['valid', 'refusal'],
  question: 'Are the smallest and the largest allowed value accepted?',
  guard:
    'Only if the request is valid, its data is known to exist, and the same request with an ordinary value was accepted.',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => kind === 'boundary',
      (story) =>
        story.kind === 'boundary'
          ? `a valid request whose ${story.pointer} is just within its \`${story.keyword}\``
          : '',
    ),
});
