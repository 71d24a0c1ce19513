import type { Draft, Seen } from './check.ts';
import type { Story } from './purpose.ts';

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
export function rejected(
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
