import { type Check, defineCheck } from '../../model/check.ts';

export const methodNot405: Check = defineCheck({
  id: 'method.not-405',
  tier: 2,
  severity: 'warning',
  about: 'service',
  layer: 'purpose',
  stories: ['method'],
  question: 'Is an undocumented method refused with 405?',
  guard:
    '401 and 403 may come first, and 501 is for unknown methods (RFC 9110 §9.1). A method that is accepted has its own check. A warning, because many frameworks answer 404.',
  judge({ purpose: { story }, request, response: { status } }) {
    if (story.kind !== 'method' || status < 300 || [401, 403, 405, 429, 501].includes(status) || status >= 500)
      return [];
    return [
      {
        keyword: request.method,
        expected: '405 (RFC 9110 §15.5.6)',
        actual: String(status),
        message: `${request.method} is not documented for ${story.path} and was refused with ${status} instead of 405.`,
      },
    ];
  },
});
