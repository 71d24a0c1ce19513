import { type Check, defineCheck } from '../../model/check.ts';

export const rejectUnbalanced: Check = defineCheck({
  id: 'reject.unbalanced',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['unbalanced'],
  question: 'Is a list refused whose amounts do not balance, if the document says that they must?',
  guard:
    'Only lists of objects with one amount, where a description of the operation or of a documented refusal says that they balance or sum to zero. The same request with a balance must have been accepted.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'unbalanced' || status > 299) return [];
    const name = story.list.split('/').at(-1);
    return [
      {
        messagePointer: `/body${story.list}`,
        expected: 'a refusal (4xx)',
        actual: String(status),
        message: `${operation?.id ?? 'The operation'} accepted (${status}) \`${name}\` that do not balance, which the document forbids.`,
      },
    ];
  },
});
