import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { refusesMalformedPath } from '../../responses/malformed-path.ts';
import { isProvokedRefusal } from '../schema/schema.ts';

export const contentTypeMissing: Check = defineCheck({
  id: 'content-type.missing',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  needs: ['content'],
  question: 'Does an answer with a body have a Content-Type?',
  guard:
    'Only if the document describes content for the status. Refusals of deliberately wrong requests belong to `reject.error-shape`, and a path that cannot be decoded may be refused in a form of its own.',
  judge(exchange) {
    const { response, raw, documented } = exchange;
    if (isProvokedRefusal(exchange) || refusesMalformedPath(exchange)) return [];
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
