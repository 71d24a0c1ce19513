import type { Operation } from '../../../spec/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { shortJson } from '../../requests/request-rule.ts';

export const conditional412: Check = defineCheck({
  id: 'conditional.412',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['condition', 'stale-version'],
  question: 'Is a write with an outdated If-Match or version refused, and only such a write?',
  guard:
    'Only if the service sends entity tags. 428 and 412 are both correct. If the document does not promise it, the finding is information only. A refusal is wrong if a read gave the same strong tag right before the write and right after it. A version in a body or query (`sha`, `version`) counts only if the item shows it, the document has a 409 or 412 for the write, and the item had it before another write; a name such as `version` only if a text says that it must be the current one.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind === 'stale-version')
      return status < 200 || status > 299 ? [] : [staleAcceptedDraft(operation, story, status)];
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

type StaleVersion = Extract<Stimulus, { readonly kind: 'stale-version' }>;

function staleAcceptedDraft(
  operation: Operation | undefined,
  { place, version }: StaleVersion,
  status: number,
): FindingDraft {
  const refusal = operation?.responses.find((each) => each.status === '412' || each.status === '409')?.status ?? '412';
  return {
    messagePointer: place,
    ...(operation === undefined ? {} : { rule: `${operation.pointer}/responses/${refusal}` }),
    keyword: 'stale',
    expected: `${refusal}, which the document has for this write`,
    actual: String(status),
    message: `${operation?.id ?? 'A write'} answers ${status} to the version ${shortJson(version)} in \`${place.split('/').at(-1)}\`, which the item no longer has.`,
  };
}

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
