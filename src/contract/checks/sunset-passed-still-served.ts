import { dayOf } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

export const sunsetPassedStillServed: Check = defineCheck({
  id: 'sunset.passed-still-served',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['expiry'],
  question: 'Is an operation gone after its sunset?',
  guard: 'By the clock that the user gives; only successes.',
  judge({ operation, response: { status }, settings }) {
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || sunset === undefined || sunset >= settings.now || status < 200 || status > 299)
      return [];
    return [
      {
        messagePointer: '/status',
        expected: '410 Gone',
        actual: String(status),
        message: `${operation.id} ended on ${dayOf(sunset)} and still answers ${status}.`,
      },
    ];
  },
});
