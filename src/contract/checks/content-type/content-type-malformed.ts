import { fieldValue, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const contentTypeMalformed: Check = defineCheck({
  id: 'content-type.malformed',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  question: 'Is Content-Type a valid media type?',
  guard:
    'Judged by the grammar alone (RFC 9110 §8.3.1). Unknown types and parameters are valid, and a value that the document itself uses (`xls`) is not an error of the service.',
  judge({ response, documented }) {
    const value = fieldValue(response.headers, 'content-type');
    if (value === undefined) return [];
    const parsed = parseMediaType(value);
    if (parsed !== undefined && parsed.type !== '*' && parsed.subtype !== '*') return [];
    if (documented?.content.some(({ mediaType }) => mediaType === value) === true) return [];
    return [
      {
        messagePointer: '/header/content-type',
        expected: 'type/subtype (RFC 9110 §8.3.1)',
        actual: value,
        message: `Content-Type "${value}" is not a media type.`,
      },
    ];
  },
});
