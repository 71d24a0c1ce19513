import { type Check, defineCheck } from '../../model/check.ts';
import { namedPlace } from '../../model/member-path.ts';
import { requestRuleAt, sentText, shortJson } from '../../requests/request-rule.ts';
import { rejectionFindings } from './refusals.ts';

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
    'Only if the request is valid, its data is known to exist, and the same request with an ordinary value was accepted. Not where the user gave the value: the service may take no other.',
  judge: (exchange) =>
    rejectionFindings(
      exchange,
      (kind) => kind === 'boundary',
      (story, { api, operation, request }) => {
        if (story.kind !== 'boundary') return '';
        const { pointer, keyword } = story;
        const bound = operation === undefined ? undefined : requestRuleAt(api, operation, pointer, keyword)?.bound;
        const value = sentText(request, pointer);
        const rule = bound === undefined ? 'its schema' : `\`${keyword}: ${shortJson(bound)}\``;
        return `a valid request: ${rule} of \`${namedPlace(pointer)}\` allows ${value ?? 'the value that was sent'}`;
      },
    ),
});
