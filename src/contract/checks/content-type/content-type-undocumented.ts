import { fieldValue, mediaTypeMatches, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { refusesMalformedPath } from '../../responses/malformed-path.ts';
import { isProvokedRefusal } from '../schema/schema.ts';

export const contentTypeUndocumented: Check = defineCheck({
  id: 'content-type.undocumented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  needs: ['content'],
  question: 'Does the document list the media type for this status?',
  guard:
    'Parameters (charset) are not compared, and ranges in the document are honoured. A missing or malformed field has its own check. If the document describes no content for the status, nothing can be undocumented. Refusals of deliberately wrong requests belong to `reject.error-shape`, and a path that cannot be decoded may be refused in a form of its own.',
  wfc: 'F101',
  judge(exchange) {
    const { response, raw, documented } = exchange;
    if (isProvokedRefusal(exchange) || refusesMalformedPath(exchange)) return [];
    const value = fieldValue(response.headers, 'content-type');
    if (value === undefined || raw.bytes.length === 0 || documented === undefined) return [];
    const received = parseMediaType(value);
    if (received === undefined || documented.content.length === 0) return [];
    const offers = documented.content.map(({ mediaType }) => mediaType);
    const plain = (mediaType: string): string => parseMediaType(mediaType)?.essence ?? mediaType;
    if (offers.some((offer) => mediaTypeMatches(plain(offer), received.essence))) return [];
    return [
      {
        pointer: `${documented.pointer}/content`,
        messagePointer: '/header/content-type',
        expected: offers.join(', '),
        actual: value,
        message: `The answer ${response.status} is ${received.essence}; documented is ${offers.join(', ')}.`,
      },
    ];
  },
});
