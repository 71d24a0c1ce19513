import { dayOf, fieldValue, formatHttpDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { isAnswer } from '../../responses/is-answer.ts';

export const sunsetHeaderMissing: Check = defineCheck({
  id: 'sunset.header-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['expiry'],
  question: 'Do answers have the Sunset field that the document describes?',
  guard:
    'Only successes of operations with a sunset date in the document. A required field belongs to `header.required-missing`.',
  judge(exchange) {
    const { operation, response, documented } = exchange;
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || sunset === undefined || !isAnswer(exchange)) return [];
    if (fieldValue(response.headers, 'sunset') !== undefined) return [];
    if (documented?.headers.some(({ name, required }) => required && name.toLowerCase() === 'sunset')) return [];
    return [
      {
        messagePointer: '/header/sunset',
        expected: `Sunset: ${formatHttpDate(sunset)}`,
        actual: 'no Sunset',
        message: `The sunset of ${operation.id} is ${dayOf(sunset)}, and its answers have no Sunset header field.`,
      },
    ];
  },
});
