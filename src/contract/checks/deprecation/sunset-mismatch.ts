import { dayOf, fieldValue, formatHttpDate, parseHttpDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const sunsetMismatch: Check = defineCheck({
  id: 'sunset.mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['sunset'],
  question: 'Does Sunset have the same date as the document?',
  guard: 'Two times on the same UTC day count as the same date.',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'sunset');
    const received = value === undefined ? undefined : parseHttpDate(value);
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || received === undefined || sunset === undefined || dayOf(received) === dayOf(sunset))
      return [];
    return [
      {
        messagePointer: '/header/sunset',
        expected: formatHttpDate(sunset),
        actual: value ?? '',
        message: `The Sunset header field of ${operation.id} says ${dayOf(received)}; the document says ${dayOf(sunset)}.`,
      },
    ];
  },
});
