import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { documentsOnlyErrors } from '../../responses/only-errors.ts';
import { withWords } from '../../responses/refusal-words.ts';
import { brokenRuleOf } from '../rejection/broken-rule.ts';

export const statusServerError: Check = defineCheck({
  id: 'status.server-error',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'status',
  needs: ['failure'],
  question: 'Is the service free of failures (5xx)?',
  guard:
    '501 is correct for an undocumented method (RFC 9110 §9.1), 503 with Retry-After asks to wait, and 507 says that no space is left. A documented 5xx is still a failure, unless the operation documents only errors.',
  wfc: 'F100',
  judge(exchange) {
    const { request, response, purpose, operation, documented } = exchange;
    const { status } = response;
    if (status < 500) return [];
    if (status === 501 && (purpose.story.kind === 'method' || operation === undefined)) return [];
    if (status === 501 || status === 503 || status === 507) return [];
    if (operation !== undefined && documented !== undefined && documentsOnlyErrors(operation)) return [];
    return [
      {
        keyword: String(status),
        messagePointer: '/status',
        expected: purpose.expect === 'refused' ? 'a refusal (4xx)' : 'no server error',
        actual: withWords(status, exchange),
        message: `${request.method} ${operation?.path ?? request.path} failed: it answered ${status} to ${kindOf(exchange)}.`,
      },
    ];
  },
});

function kindOf(exchange: Exchange): string {
  const { expect, story } = exchange.purpose;
  if (story.kind === 'broken') {
    const { words } = brokenRuleOf(exchange, story);
    return words.startsWith(INVALID) ? words : `${INVALID}: ${words}`;
  }
  if (expect === 'refused') return INVALID;
  if (story.kind === 'plain' && story.sends !== undefined) return `a request with ${story.sends}`;
  if (story.kind === 'unknown-reference') return 'a request that names a record that does not exist';
  if (story.kind === 'unknown' || expect === 'absent') return 'a request for an item that does not exist';
  return expect === 'valid' ? 'a valid request' : 'a request that it should accept or refuse';
}

const INVALID = 'an invalid request';
