import { fieldValue, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const contentTypeMalformed: Check = defineCheck({
  id: 'content-type.malformed',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  question: 'Is the Content-Type a media type?',
  guard:
    'Judged by grammar alone (RFC 9110 §8.3.1); unknown types and parameters are well-formed, and what the document itself calls so (`xls`) is not the fault of the service.',
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
        message: `Content-Type "${value}" is no media type.`,
      },
    ];
  },
});
