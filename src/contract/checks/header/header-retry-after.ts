import { fieldValue, parseHttpDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const headerRetryAfter: Check = defineCheck({
  id: 'header.retry-after',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Is Retry-After a number of seconds or an HTTP date?',
  guard: 'A missing field counts only if the document declares it for a 429 or 503; a malformed one always.',
  judge({ response, documented }) {
    const value = fieldValue(response.headers, 'retry-after');
    const declared = documented?.headers.find(({ name }) => name.toLowerCase() === 'retry-after');
    if (value === undefined) {
      if (declared === undefined || declared.required || (response.status !== 429 && response.status !== 503))
        return [];
    } else if (/^\d+$/.test(value.trim()) || parseHttpDate(value.trim()) !== undefined) return [];
    return [
      {
        ...(declared === undefined ? {} : { pointer: declared.pointer }),
        messagePointer: '/header/retry-after',
        expected: 'seconds or an HTTP-date (RFC 9110 §10.2.3)',
        actual: value ?? 'no Retry-After',
        message: `The answer ${response.status} ${value === undefined ? 'has no Retry-After header field' : `has "Retry-After: ${value}", which is neither a number of seconds nor an HTTP date`}.`,
      },
    ];
  },
});
