import { type Check, defineCheck } from '../check.ts';
import { isOpen } from '../openness.ts';

export const authMissingAccepted: Check = defineCheck({
  id: 'auth.missing-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a request without credential refused?',
  guard: 'Only operations with security and without `{}` among its alternatives.',
  judge(seen) {
    const { story } = seen.purpose;
    const { status } = seen.response;
    if (story.kind !== 'credential' || story.given !== 'none' || isOpen(seen) || status < 200 || status > 299)
      return [];
    return [
      {
        pointer: `${seen.operation?.pointer ?? ''}/security`,
        messagePointer: '/status',
        expected: '401',
        actual: String(status),
        message: `${seen.operation?.id} needs a credential and answers ${status} without one.`,
      },
    ];
  },
});
