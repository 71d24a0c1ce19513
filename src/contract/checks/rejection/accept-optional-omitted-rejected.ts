import { type Check, defineCheck } from '../../model/check.ts';
import { namedPlace } from '../../model/member-path.ts';
import { isNeededPart } from './needed-parts.ts';
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
    'Only if the request is valid, its data is known to exist, and the same request with the optional part was accepted. Not for a part that a description calls needed, nor for what names the item of a call by name.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'optional-omitted' && story.pointer !== undefined && isNeededPart(exchange, story.pointer))
      return [];
    return rejectionFindings(
      exchange,
      (kind) => kind === 'optional-omitted',
      (story) =>
        story.kind === 'optional-omitted' && story.pointer !== undefined
          ? `a valid request without \`${namedPlace(story.pointer)}\`, which is optional`
          : 'a valid request that has only what is required',
    );
  },
});
