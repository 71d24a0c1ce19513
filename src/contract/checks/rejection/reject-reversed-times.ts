import { type Check, defineCheck } from '../../model/check.ts';
import { quoteOf } from '../../model/document-sentence.ts';

export const rejectReversedTimes: Check = defineCheck({
  id: 'reject.reversed-times',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['reversed-times'],
  question: 'Is an end before its start refused, if the document says so?',
  guard:
    'Only dates and times whose names are a start and an end, and whose order is stated in a description of the operation, of a documented refusal, or of the two properties.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'reversed-times' || status > 299) return [];
    const { low, high, sentence } = story;
    return [
      {
        sentence,
        messagePointer: `/body/${high}`,
        expected: 'a refusal (4xx)',
        actual: String(status),
        message: `${operation?.id ?? 'The operation'} accepted (${status}) a request whose \`${high}\` is before its \`${low}\`, which the document forbids (${quoteOf(sentence)}).`,
      },
    ];
  },
});
