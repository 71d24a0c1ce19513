import { type Check, defineCheck } from '../../model/check.ts';

export const methodUnsupportedAccepted: Check = defineCheck({
  id: 'method.unsupported-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['method'],
  question: 'Is a method refused that the document does not name for the path?',
  guard: 'HEAD and OPTIONS are never tried as undocumented; a redirect is not an acceptance.',
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
