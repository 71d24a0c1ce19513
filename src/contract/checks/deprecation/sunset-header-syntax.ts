import { fieldValue, formatHttpDate, parseHttpDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const sunsetHeaderSyntax: Check = defineCheck({
  id: 'sunset.header-syntax',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['sunset'],
  question: 'Is Sunset an HTTP-date?',
  guard: 'Judged by grammar alone (RFC 8594 §3: an HTTP-date), in answers of documented operations.',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'sunset');
    if (operation === undefined || value === undefined || parseHttpDate(value) !== undefined) return [];
    const sunset = operation.lifecycle.sunset;
    return [
      {
        messagePointer: '/header/sunset',
        expected: sunset === undefined ? 'an HTTP-date (RFC 8594 §3)' : formatHttpDate(sunset),
        actual: value,
        message: `"Sunset: ${value}" is not an HTTP date, such as "Wed, 31 Mar 2027 23:59:59 GMT".`,
      },
    ];
  },
});
