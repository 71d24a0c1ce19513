import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const headerAllowMissing: Check = defineCheck({
  id: 'header.allow-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['refusal'],
  question: 'Does a 405 have an Allow field?',
  guard: 'Only 405, where RFC 9110 §15.5.6 says MUST.',
  judge({ request, response, purpose }) {
    if (response.status !== 405 || fieldValue(response.headers, 'allow') !== undefined) return [];
    return [
      {
        messagePointer: '/header/allow',
        expected: 'Allow (RFC 9110 §15.5.6)',
        actual: 'no Allow',
        message: `The answer 405 to ${request.method} ${'path' in purpose.story ? purpose.story.path : request.path} has no header field Allow.`,
      },
    ];
  },
});
