import { fieldValue, isJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const bodyBomOrEncoding: Check = defineCheck({
  id: 'body.bom-or-encoding',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['content'],
  question: 'Does JSON start with its value?',
  guard: 'A byte order mark may be ignored (RFC 8259 §8.1), so it is information.',
  judge({ raw, response }) {
    const [first, second, third] = raw.bytes;
    const bom =
      (first === 0xef && second === 0xbb && third === 0xbf) ||
      (first === 0xff && second === 0xfe) ||
      (first === 0xfe && second === 0xff);
    if (!bom || !isJson(fieldValue(response.headers, 'content-type') ?? '')) return [];
    return [
      {
        messagePointer: '/body',
        expected: 'no byte order mark',
        actual: 'a byte order mark',
        message: 'The JSON of the answer starts with a byte order mark.',
      },
    ];
  },
});
