import { fieldValue, formatStructuredDate, parseHttpDate, parseStructuredDate } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const deprecatedHeaderSyntax: Check = defineCheck({
  id: 'deprecated.header-syntax',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['deprecation'],
  question: 'Is Deprecation a date such as @1688169599?',
  guard: 'Judged by grammar alone (RFC 9745 §2.1: a Structured Field Date), in answers of documented operations.',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'deprecation');
    if (operation === undefined || value === undefined || parseStructuredDate(value) !== undefined) return [];
    const meant = /^\d{9,10}$/.test(value)
      ? Number(value) * 1_000
      : (parseHttpDate(value) ?? operation.lifecycle.since);
    return [
      {
        messagePointer: '/header/deprecation',
        expected: meant === undefined ? '@ and seconds since 1970 (RFC 9745 §2.1)' : formatStructuredDate(meant),
        actual: value,
        message: `"Deprecation: ${value}" is not a date of Structured Fields (RFC 9651), such as @1777593600.`,
      },
    ];
  },
});
