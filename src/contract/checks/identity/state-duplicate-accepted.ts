import { isUniqueConflict } from '../../../resources/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const stateDuplicateAccepted: Check = defineCheck({
  id: 'state.duplicate-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['same-again'],
  question: 'Is creating the same thing again refused where the document says so?',
  guard:
    'Only where the create documents 409 and its client names the item, or the description of that 409 says that something of the kind exists already and the item shows some of what was sent; the very request that created the item a moment ago, with everything that may be sent, and no idempotency key.',
  judge({ purpose: { story }, operation, response: { status } }) {
    if (story.kind !== 'same-again' || operation === undefined || status > 299) return [];
    if (!story.named && !isUniqueConflict(operation)) return [];
    return [
      {
        pointer: `${operation.pointer}/responses/409`,
        messagePointer: '/status',
        expected: '409',
        actual: String(status),
        message: `${operation.id} answers ${status} to the same request again, where the document has 409 for what exists already.`,
      },
    ];
  },
});
