import { type Check, defineCheck } from '../check.ts';
import { isOpen } from '../openness.ts';

export const authInvalidAccepted: Check = defineCheck({
  id: 'auth.invalid-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is an invalid credential refused?',
  guard: 'The credential is a changed copy of one that works; only where `{}` is no alternative.',
  judge(seen) {
    const { story } = seen.purpose;
    const { status } = seen.response;
    if (story.kind !== 'credential' || story.given !== 'invalid' || isOpen(seen) || status < 200 || status > 299)
      return [];
    return [
      {
        pointer: `${seen.operation?.pointer ?? ''}/security`,
        messagePointer: '/status',
        ...(story.only === undefined ? {} : { subject: story.only }),
        expected: '401 or 403',
        actual: String(status),
        message:
          story.only === undefined
            ? `${seen.operation?.id} answers ${status} to a credential that is not valid.`
            : `${seen.operation?.id} needs several credentials at once and answers ${status} where that of \`${story.only}\` is not valid.`,
      },
    ];
  },
});
