import { isBodiless, isSequential, parsePrefer } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const bodyEmptyWhenDocumented: Check = defineCheck({
  id: 'body.empty-when-documented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'parse',
  question: 'Is there a body where the document describes one?',
  guard:
    '414 and 431 may come from the HTTP server, before the service sees the request. HEAD, 1xx, 204, 205 and 304 have no body by definition; content whose schema allows an empty string may be empty, a sequence of items (`application/x-ndjson`) may have none, and so may the answer to a request that prefers `return=minimal` (RFC 7240 §4.2).',
  wfc: 'F101',
  judge({ request, response, raw, documented, operation }) {
    if (raw.bytes.length > 0 || documented === undefined || operation === undefined) return [];
    if (request.method === 'HEAD' || isBodiless(response.status) || TOO_LARGE.has(response.status)) return [];
    if (response.status < 300 && parsePrefer(request.headers)['return'] === 'minimal') return [];
    const described = documented.content.filter(
      ({ schema, mediaType }) => schema !== undefined && /json|xml/i.test(mediaType) && !isSequential(mediaType),
    );
    const first = described[0];
    if (first === undefined || described.length !== documented.content.length) return [];
    return [
      {
        pointer: first.pointer,
        messagePointer: '/body',
        expected: `a body of ${described.map(({ mediaType }) => mediaType).join(' or ')}`,
        actual: 'no body',
        message: `The answer ${response.status} has no body; the document describes one.`,
      },
    ];
  },
});

/**
 * Statuses with which an HTTP server refuses a request before the operation sees it (RFC 9110 §15.5.15, RFC
 * 6585 §5).
 */
const TOO_LARGE = new Set([414, 431]);
