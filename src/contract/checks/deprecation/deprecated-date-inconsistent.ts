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
    const said = value === undefined ? undefined : parseStructuredDate(value);
    const since = operation?.lifecycle.since;
    if (said === undefined || since === undefined || dayOf(said) === dayOf(since)) return [];
    return [
      {
        messagePointer: '/header/deprecation',
        expected: `${formatStructuredDate(since)} (${dayOf(since)})`,
        actual: `${value} (${dayOf(said)})`,
        message: `${operation?.id} says it is deprecated since ${dayOf(said)}; the document says ${dayOf(since)}.`,
      },
    ];
  },
});
