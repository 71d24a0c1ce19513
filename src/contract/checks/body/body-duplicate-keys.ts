import { isJson, parseJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const bodyDuplicateKeys: Check = defineCheck({
  id: 'body.duplicate-keys',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'parse',
  needs: ['content'],
  question: 'Are the names in every JSON object unique?',
  guard: 'Only JSON. RFC 8259 §4 says SHOULD, and parsers differ in what they do.',
  judge({ response: { body }, documented }) {
    if (body.kind !== 'parsed' || !isJson(body.mediaType)) return [];
    const read = parseJson(body.text, { duplicateKeys: 'keep-last' });
    const keys = read.ok ? (read.duplicateKeys ?? []) : [];
    if (keys.length === 0) return [];
    return [
      {
        ...(documented === undefined ? {} : { pointer: documented.pointer }),
        messagePointer: '/body',
        expected: 'each name once (RFC 8259 §4)',
        actual: keys.slice(0, 5).join(', '),
        message: `The JSON of the answer has ${keys.slice(0, 5).join(', ')} more than once: which one counts depends on who reads it.`,
      },
    ];
  },
});
