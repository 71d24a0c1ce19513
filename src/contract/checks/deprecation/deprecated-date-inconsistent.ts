import { dayOf, fieldValue, formatStructuredDate, parseStructuredDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const deprecatedDateInconsistent: Check = defineCheck({
  id: 'deprecated.date-inconsistent',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['deprecation'],
  question: 'Does Deprecation have the same date as the document?',
  guard: 'Two times on the same UTC day count as the same date.',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'deprecation');
    const received = value === undefined ? undefined : parseStructuredDate(value);
    const since = operation?.lifecycle.since;
    if (received === undefined || since === undefined || dayOf(received) === dayOf(since)) return [];
    return [
      {
        messagePointer: '/header/deprecation',
        expected: `${formatStructuredDate(since)} (${dayOf(since)})`,
        actual: `${value} (${dayOf(received)})`,
        message: `The Deprecation header field of ${operation?.id} says ${dayOf(received)}; the document says ${dayOf(since)}.`,
      },
    ];
  },
});
