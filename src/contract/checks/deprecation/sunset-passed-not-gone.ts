import { dayOf } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const sunsetPassedNotGone: Check = defineCheck({
  id: 'sunset.passed-not-gone',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  needs: ['expiry'],
  question: 'Does an operation answer 410 after its sunset?',
  guard: 'Only refusals of requests that were valid before.',
  judge({ operation, response: { status }, settings, purpose }) {
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || sunset === undefined || sunset >= settings.now || purpose.expect !== 'valid')
      return [];
    if (status !== 404 && status !== 405 && status !== 501) return [];
    return [
      {
        messagePointer: '/status',
        expected: '410 Gone',
        actual: String(status),
        message: `The sunset of ${operation.id} was ${dayOf(sunset)}, and it answers ${status} instead of 410.`,
      },
    ];
  },
});
