import { type Check, defineCheck } from '../check.ts';
import { isOpen } from '../openness.ts';

export const authWrongStatus: Check = defineCheck({
  id: 'auth.wrong-status',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a missing or invalid credential refused with 401 or 403?',
  guard: '404 may hide what exists, a redirect may lead to a form to log in; 5xx has its own check.',
  judge(seen) {
    const { story } = seen.purpose;
    const { status } = seen.response;
    if (story.kind !== 'credential' || story.given === 'valid' || isOpen(seen)) return [];
    const given = story.given === 'none' ? 'a missing' : 'an invalid';
    const fine = story.given === 'none' ? [401, 403, 404, 407, 429] : [400, 401, 403, 404, 407, 429];
    if (status < 400 || status >= 500 || fine.includes(status)) return [];
    return [
      {
        messagePointer: '/status',
        keyword: story.given,
        expected: '401 (RFC 9110 §15.5.2)',
        actual: String(status),
        message: `${seen.operation?.id} refuses ${given} credential with ${status}.`,
      },
    ];
  },
});
