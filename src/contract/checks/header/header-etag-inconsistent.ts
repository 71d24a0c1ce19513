import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { changedProperties, entity } from '../../responses/entity-diff.ts';

export const headerEtagInconsistent: Check = defineCheck({
  id: 'header.etag-inconsistent',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['etag'],
  question: 'Is the entity tag valid, and does it change with the item?',
  guard:
    'Only entity tags that are malformed, or that stay the same although the item changed between two reads of the run.',
  judge(exchange) {
    const etag = fieldValue(exchange.response.headers, 'etag');
    const { story } = exchange.purpose;
    const changed = changedUnder(exchange, etag);
    if (story.kind === 'after-tagged-write' && changed.length > 0)
      return [
        {
          ofWrite: true,
          messagePointer: '/header/etag',
          keyword: 'unmoved',
          expected: 'another entity tag',
          actual: story.etag,
          message: `${story.write} changed ${changed.map((name) => `\`${name}\``).join(', ')}, and the ETag of the item is still ${story.etag}.`,
        },
      ];
    if (etag === undefined || /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag)) return [];
    return [
      {
        messagePointer: '/header/etag',
        expected: '"…" or W/"…" (RFC 9110 §8.8.3)',
        actual: etag,
        message: `ETag ${etag} is not an entity tag.`,
      },
    ];
  },
});

/** The properties that a write changed without changing the ETag. */
function changedUnder(exchange: Exchange, etag: string | undefined): readonly string[] {
  const { story } = exchange.purpose;
  const after = entity(exchange);
  return story.kind === 'after-tagged-write' && story.etag === etag && after !== undefined
    ? changedProperties(story.before, after)
    : [];
}
