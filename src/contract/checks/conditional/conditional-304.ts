import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';

export const conditional304: Check = defineCheck({
  id: 'conditional.304',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['condition'],
  question: 'Does a conditional GET answer 304 if nothing changed, and only then?',
  guard:
    'A 304 is missing only if the operation documents it, the request sent the entity tag of the answer before, and the second answer has the same tag. A 304 is wrong if the request sent a made-up tag to an operation that sends entity tags.',
  judge({ purpose: { story }, response, operation }) {
    if (story.kind !== 'condition' || story.header !== 'If-None-Match') return [];
    if (story.foreign === true) return response.status === 304 ? [foreignTagDraft(operation?.id, story.etag)] : [];
    if (response.status !== 200) return [];
    const documented = operation?.responses.find((each) => each.status === '304');
    if (documented === undefined || fieldValue(response.headers, 'etag') !== story.etag) return [];
    return [
      {
        pointer: documented.pointer,
        messagePointer: '/status',
        expected: '304 (RFC 9110 §13.1.2)',
        actual: '200',
        message: `${operation?.id} documents 304 and answers 200 to \`If-None-Match: ${story.etag}\`, although the item still has that ETag.`,
      },
    ];
  },
});

function foreignTagDraft(name: string | undefined, etag: string): FindingDraft {
  return {
    messagePointer: '/status',
    keyword: 'foreign',
    expected: '200 (RFC 9110 §13.1.2)',
    actual: '304',
    message: `${name} answers 304 to \`If-None-Match: ${etag}\`, a tag that the item never had.`,
  };
}
