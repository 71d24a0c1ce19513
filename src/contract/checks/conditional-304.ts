import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

export const conditional304: Check = defineCheck({
  id: 'conditional.304',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is what has not changed answered with 304?',
  guard:
    'Only where the operation documents 304, with the entity tag of an answer just given, and only where the second answer has that very tag.',
  judge({ purpose: { story }, response, operation }) {
    if (story.kind !== 'condition' || story.header !== 'If-None-Match' || response.status !== 200) return [];
    const documented = operation?.responses.find((each) => each.status === '304');
    if (documented === undefined || fieldValue(response.headers, 'etag') !== story.etag) return [];
    return [
      {
        pointer: documented.pointer,
        messagePointer: '/status',
        expected: '304 (RFC 9110 §13.1.2)',
        actual: '200',
        message: `${operation?.id} documents 304 and answers 200 to an If-None-Match with the tag ${story.etag} that it still has.`,
      },
    ];
  },
});
