import { isStandIn } from '../../../resources/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const idempotencyDelete: Check = defineCheck({
  id: 'idempotency.delete',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['after-delete'],
  question: 'Does a second DELETE do no harm?',
  guard:
    '2xx, 404 and 410 are all correct for the second DELETE. Only a failure of the service or a conflict is wrong. A documented 4xx that HTTP does not know has the meaning that the document gives it. Not judged for a call by name, which is sent as a POST or GET.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'after-delete' || !story.again || status < 300 || [401, 403, 404, 410, 429].includes(status))
      return [];
    if (status >= 500 || isStandIn(operation)) return [];
    const isDocumented = operation?.responses.some((response) => response.status === String(status)) === true;
    if (isDocumented && status > LAST_OF_HTTP) return [];
    return [
      {
        messagePointer: '/status',
        keyword: String(status),
        expected: '2xx, 404 or 410',
        actual: String(status),
        message: `${operation?.id ?? 'DELETE'} answers ${status} when it is sent a second time.`,
      },
    ];
  },
});

/** The highest registered status of an error of the client (RFC 7725). */
const LAST_OF_HTTP = 451;
