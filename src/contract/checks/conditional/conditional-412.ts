import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';

export const conditional412: Check = defineCheck({
  id: 'conditional.412',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['condition'],
  question: 'Is a write with an outdated If-Match refused, and only such a write?',
  guard:
    'Only if the service sends entity tags. 428 and 412 are both correct. If the document does not promise it, the finding is information only. A refusal is wrong if a read gave the same strong tag right before the write and right after it.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'condition' || !story.write) return [];
    if (story.current === true) return REFUSALS.has(status) ? [unmet(operation?.id, story.etag, status)] : [];
    if (status < 200 || status > 299) return [];
    const documented = operation?.responses.some((each) => each.status === '412') === true;
    return [
      {
        ...(documented ? {} : { severity: 'info' }),
        messagePointer: '/status',
        expected: '412 (RFC 9110 §13.1.1)',
        actual: String(status),
        message: `${operation?.id ?? 'A write'} answers ${status} to an If-Match with an ETag that the item does not have.`,
      },
    ];
  },
});

/** Precondition Failed, Precondition Required (RFC 6585 §3). */
const REFUSALS = new Set([412, 428]);

function unmet(name = 'A write', etag: string, status: number): FindingDraft {
  return {
    messagePointer: '/status',
    keyword: 'current',
    expected: '2xx (RFC 9110 §13.1.1)',
    actual: String(status),
    message: `${name} answers ${status} to \`If-Match: ${etag}\`, although reads before and after it show that ETag.`,
  };
}
