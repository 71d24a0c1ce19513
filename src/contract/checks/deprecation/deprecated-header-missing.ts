import { fieldValue, formatStructuredDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { isAnswer } from '../../responses/is-answer.ts';

export const deprecatedHeaderMissing: Check = defineCheck({
  id: 'deprecated.header-missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['deprecated'],
  question: 'Does a deprecated operation send Deprecation?',
  guard:
    'Only successes. The field is optional (RFC 9745): an error if the document declares it, a warning if the document gives the date or Sunset is missing as well, else information. A required field belongs to `header.required-missing`.',
  judge(exchange) {
    const { operation, response, documented } = exchange;
    if (operation?.lifecycle.deprecated !== true || !isAnswer(exchange)) return [];
    if (fieldValue(response.headers, 'deprecation') !== undefined) return [];
    const declared = documented?.headers.find(({ name }) => name.toLowerCase() === 'deprecation');
    if (declared?.required === true) return [];
    const { since, sunset } = operation.lifecycle;
    // One cause gives one error. If Sunset is missing too, `sunset.header-missing` is that error.
    const isPromised = declared !== undefined;
    const lacksBoth = sunset !== undefined && fieldValue(response.headers, 'sunset') === undefined;
    const weight = isPromised && !lacksBoth ? 'error' : isPromised || since !== undefined ? 'warning' : 'info';
    return [
      {
        severity: weight,
        messagePointer: '/header/deprecation',
        expected: since === undefined ? 'Deprecation (RFC 9745)' : `Deprecation: ${formatStructuredDate(since)}`,
        actual: 'no Deprecation',
        message: `${operation.id} is deprecated, and its answers have no Deprecation header field.`,
      },
    ];
  },
});
