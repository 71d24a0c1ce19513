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
    '2xx, 404 and 410 are all correct for the second DELETE. Only a failure of the service or a conflict is wrong. Not judged for a call by name, which is sent as a POST or GET.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'after-delete' || !story.again || status < 300 || [401, 403, 404, 410, 429].includes(status))
      return [];
    if (status >= 500 || isStandIn(operation)) return [];
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
