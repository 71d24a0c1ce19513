import { fieldValue, formatStructuredDate } from '../../wire/index.ts';
import { isAnswer } from '../answered.ts';
import { type Check, defineCheck } from '../check.ts';

export const deprecatedHeaderMissing: Check = defineCheck({
  id: 'deprecated.header-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['deprecated'],
  question: 'Does a deprecated operation say so in its answers?',
  guard: 'Only successes; an error where the document gives a date or declares the field, else information.',
  judge(seen) {
    const { operation, response, documented } = seen;
    if (operation?.lifecycle.deprecated !== true || !isAnswer(seen)) return [];
    if (fieldValue(response.headers, 'deprecation') !== undefined) return [];
    const declared = documented?.headers.find(({ name }) => name.toLowerCase() === 'deprecation');
    const { since, sunset } = operation.lifecycle;
    const due = since !== undefined || sunset !== undefined || declared !== undefined;
    if (declared?.required === true) return [];
    return [
      {
        severity: due ? 'error' : 'info',
        messagePointer: '/header/deprecation',
        expected: since === undefined ? 'Deprecation (RFC 9745)' : `Deprecation: ${formatStructuredDate(since)}`,
        actual: 'no Deprecation',
        message: `${operation.id} is deprecated and its answers do not say so.`,
      },
    ];
  },
});
