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
  question: 'Is the smallest and largest allowed value accepted?',
  guard:
    'Only where the request is valid on the wire and its data proven to exist; only beside a request that was accepted with an ordinary value in the same place.',
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
