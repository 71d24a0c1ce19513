import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

/** Guard: only where a body came, and the document describes content for the status. */
export const contentTypeMissing: Check = defineCheck({
  id: 'content-type.missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  question: 'Does an answer with a body say its media type?',
  judge({ response, raw, documented }) {
    if (raw.bytes.length === 0 || documented === undefined || documented.content.length === 0) return [];
    if (fieldValue(response.headers, 'content-type') !== undefined) return [];
    const offers = documented.content.map(({ mediaType }) => mediaType).join(', ');
    return [
      {
        pointer: documented.pointer,
        messagePointer: '/header/content-type',
        expected: `Content-Type: ${offers}`,
        actual: 'no Content-Type',
        message: `The answer ${response.status} has a body and no Content-Type; documented is ${offers}.`,
      },
    ];
  },
});
