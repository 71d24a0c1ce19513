import { type Check, defineCheck } from '../../model/check.ts';

export const conditional412: Check = defineCheck({
  id: 'conditional.412',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['condition'],
  question: 'Is a write with an outdated If-Match refused?',
  guard:
    'Only if the service sends entity tags. 428 and 412 are both correct. If the document does not promise it, the finding is information only.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'condition' || !story.write || status < 200 || status > 299) return [];
    const documented = operation?.responses.some((each) => each.status === '412') === true;
    return [
      {
        ...(documented ? {} : { severity: 'info' }),
        messagePointer: '/status',
        expected: '412 (RFC 9110 §13.1.1)',
        actual: String(status),
        message: `${operation?.id ?? 'A write'} answers ${status} to an If-Match with an entity tag that the item does not have.`,
      },
    ];
  },
});
