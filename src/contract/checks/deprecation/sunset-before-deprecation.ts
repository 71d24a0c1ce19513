import { dayOf, fieldValue, formatHttpDate, parseHttpDate, parseStructuredDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const sunsetBeforeDeprecation: Check = defineCheck({
  id: 'sunset.before-deprecation',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['sunset'],
  question: 'Is the sunset later than the deprecation?',
  guard: 'Only if both fields are valid, in answers of documented operations.',
  judge({ operation, response }) {
    if (operation === undefined) return [];
    const sunset = parseHttpDate(fieldValue(response.headers, 'sunset') ?? '');
    const deprecation = parseStructuredDate(fieldValue(response.headers, 'deprecation') ?? '');
    if (sunset === undefined || deprecation === undefined || sunset >= deprecation) return [];
    return [
      {
        messagePointer: '/header/sunset',
        expected: `not before ${formatHttpDate(deprecation)} (RFC 9745 §4)`,
        actual: formatHttpDate(sunset),
        message: `The sunset of ${operation.id} (${dayOf(sunset)}) is before its deprecation (${dayOf(deprecation)}).`,
      },
    ];
  },
});
