import { type Check, type Draft, defineCheck, type Seen } from '../check.ts';
import type { Story } from '../purpose.ts';

/** Refusals of the request itself. */
const REFUSED = new Set([400, 406, 411, 413, 414, 415, 416, 422, 428, 431]);

/** Stories that are about one value. */
export const PROBED: ReadonlySet<Story['kind']> = new Set(['boundary', 'optional-omitted', 'unicode']);

/** Those that may come from other records, where the operation has to do with some. */
const AMBIGUOUS = new Set([400, 404, 409, 422]);

/**
 * Guard (all of them): the request is valid on its wire form and its data proven to exist; a refusal that may come from other records, and
 * every refusal of a probed value, counts only once it was repeated beside a request that was accepted, with nothing but that value changed.
 */
function rejected(
  seen: Seen,
  asks: (kind: Story['kind']) => boolean,
  what: (story: Story) => string,
): readonly Draft[] {
  const { purpose, response, operation } = seen;
  const { status } = response;
  if (purpose.expect !== 'valid' || !asks(purpose.story.kind) || !REFUSED.has(status)) return [];
  const controlled = PROBED.has(purpose.story.kind) ? REFUSED : AMBIGUOUS;
  if (!purpose.proven || (purpose.relational && controlled.has(status))) return [];
  const { story } = purpose;
  return [
    {
      ...('pointer' in story && story.kind === 'boundary'
        ? { messagePointer: story.pointer, keyword: story.keyword }
        : {}),
      expected: 'a success (2xx)',
      actual: String(status),
      message: `${operation?.id ?? 'The operation'} refused (${status}) ${what(story)}.`,
    },
  ];
}

export const acceptValidRejected: Check = defineCheck({
  id: 'accept.valid-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a valid request accepted?',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => !PROBED.has(kind),
      () => 'a valid request',
    ),
});

export const acceptBoundaryRejected: Check = defineCheck({
  id: 'accept.boundary-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is the smallest and largest allowed value accepted?',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => kind === 'boundary',
      (story) =>
        story.kind === 'boundary' ? `a valid request with ${story.pointer} just within its "${story.keyword}"` : '',
    ),
});

export const acceptOptionalOmittedRejected: Check = defineCheck({
  id: 'accept.optional-omitted-rejected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a request accepted that leaves out what is optional?',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => kind === 'optional-omitted',
      (story) =>
        story.kind === 'optional-omitted' && story.pointer !== undefined
          ? `a valid request without ${story.pointer}, which is optional`
          : 'a valid request that has only what is required',
    ),
});

export const acceptUnicode: Check = defineCheck({
  id: 'accept.unicode',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'purpose',
  question: 'Is a text beyond Latin letters accepted?',
  judge: (seen) =>
    rejected(
      seen,
      (kind) => kind === 'unicode',
      () => 'a valid request with a text beyond Latin letters',
    ),
});
