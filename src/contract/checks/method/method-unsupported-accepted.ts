import { type Check, defineCheck } from '../../model/check.ts';

export const methodUnsupportedAccepted: Check = defineCheck({
  id: 'method.unsupported-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['method'],
  question: 'Is an undocumented method refused?',
  guard:
    'HEAD and OPTIONS are not tried. A redirect does not count as accepted, and nothing is judged if an impossible sibling path has a success as well.',
  judge({ purpose: { story }, request, response: { status } }) {
    if (story.kind !== 'method' || status < 200 || status > 299) return [];
    return [
      {
        keyword: request.method,
        expected: '405',
        actual: String(status),
        message: `${request.method} is not documented for ${story.path} and was accepted (${status}).`,
      },
    ];
  },
});
