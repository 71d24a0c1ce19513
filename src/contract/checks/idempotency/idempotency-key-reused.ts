import { type Check, defineCheck } from '../../model/check.ts';

export const idempotencyKeyReused: Check = defineCheck({
  id: 'idempotency.key-reused',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['key-reused'],
  question: 'Is an idempotency key refused that comes with another body, if the document says so?',
  guard:
    'Only if a documented 4xx, or the description of the key with its status, mentions a key that is used for another request.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'key-reused' || status > 299) return [];
    return [
      {
        messagePointer: `/header/${story.name}`,
        expected: story.refusal,
        actual: String(status),
        message: `${operation?.id ?? 'The operation'} answers ${status} to a body with the ${story.name} of an earlier, different body, where the document has ${story.refusal}.`,
      },
    ];
  },
});
