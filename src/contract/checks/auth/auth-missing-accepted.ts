import { type Check, defineCheck } from '../../model/check.ts';
import { allowsAnonymous } from '../../responses/anonymous-access.ts';

export const authMissingAccepted: Check = defineCheck({
  id: 'auth.missing-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['credential'],
  question: 'Is a request without a credential refused?',
  guard:
    'Only operations with security where anonymous use (`{}`) is not allowed. If several credentials are required together, each one is left out in turn, unless the others alone are enough.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const { status } = exchange.response;
    if (
      story.kind !== 'credential' ||
      story.given !== 'none' ||
      allowsAnonymous(exchange) ||
      status < 200 ||
      status > 299
    )
      return [];
    return [
      {
        pointer: `${exchange.operation?.pointer ?? ''}/security`,
        messagePointer: '/status',
        ...(story.only === undefined ? {} : { subject: story.only }),
        expected: '401',
        actual: String(status),
        message:
          story.only === undefined
            ? `${exchange.operation?.id} needs a credential and answers ${status} without one.`
            : `${exchange.operation?.id} needs several credentials at once and answers ${status} without that of \`${story.only}\`.`,
      },
    ];
  },
});
