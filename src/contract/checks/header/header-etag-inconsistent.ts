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
    if (etag !== undefined && isUnmoved(exchange, etag))
      return [
        {
          messagePointer: '/header/etag',
          keyword: 'unmoved',
          expected: 'another entity tag (RFC 9110 §8.8.1)',
          actual: etag,
          message: `The item changed, and its ETag is still ${etag}.`,
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

/** Whether the ETag is the same before and after a write that changed the representation. */
function isUnmoved(exchange: Exchange, etag: string): boolean {
  const { story } = exchange.purpose;
  const after = entity(exchange);
  return (
    story.kind === 'after-tagged-write' &&
    story.etag === etag &&
    after !== undefined &&
    changedProperties(story.before, after).length > 0
  );
}
