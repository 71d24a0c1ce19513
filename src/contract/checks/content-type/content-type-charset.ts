import { fieldValue, isJson, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const contentTypeCharset: Check = defineCheck({
  id: 'content-type.charset',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  needs: ['content'],
  question: 'Is JSON in UTF-8?',
  guard: 'Only JSON (RFC 8259 §8.1: UTF-8, and no charset parameter is defined); us-ascii is part of UTF-8.',
  judge({ response, raw }) {
    const value = fieldValue(response.headers, 'content-type');
    if (value === undefined || raw.bytes.length === 0 || !isJson(value)) return [];
    const charset = parseMediaType(value)?.parameters['charset']?.toLowerCase();
    if (charset === undefined || ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset)) return [];
    return [
      {
        messagePointer: '/header/content-type',
        expected: 'UTF-8 (RFC 8259 §8.1)',
        actual: value,
        message: `The JSON of the answer is sent with the charset ${charset}; JSON is UTF-8.`,
      },
    ];
  },
});
