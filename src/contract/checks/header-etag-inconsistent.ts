import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

export const headerEtagInconsistent: Check = defineCheck({
  id: 'header.etag-inconsistent',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Is the entity tag well-formed?',
  guard:
    'Only entity tags that are malformed, or stay the same although the representation changed between two reads of ours.',
  judge({ response }) {
    const etag = fieldValue(response.headers, 'etag');
    if (etag === undefined || /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag)) return [];
    return [
      {
        messagePointer: '/header/etag',
        expected: '"…" or W/"…" (RFC 9110 §8.8.3)',
        actual: etag,
        message: `ETag ${etag} is no entity tag.`,
      },
    ];
  },
});
