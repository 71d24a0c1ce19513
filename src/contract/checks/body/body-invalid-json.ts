import { fieldValue, isJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { isJsonLines, isStream } from '../../responses/described-stream.ts';

export const bodyInvalidJson: Check = defineCheck({
  id: 'body.invalid-json',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'parse',
  needs: ['content'],
  question: 'Is a body that claims to be JSON valid JSON?',
  guard:
    'Only bodies with a JSON media type. A byte order mark is ignored (RFC 8259 §8.1); an empty body has its own check. An answer that the document calls a stream may hold a value on each line.',
  wfc: 'F101',
  judge({ response, documented, operation }) {
    const { body } = response;
    if (body.kind !== 'unreadable' || !isJson(fieldValue(response.headers, 'content-type') ?? '')) return [];
    if (operation !== undefined && isStream(operation) && isJsonLines(body.text)) return [];
    return [
      {
        ...(documented === undefined ? {} : { pointer: documented.pointer }),
        messagePointer: '/body',
        expected: 'JSON (RFC 8259)',
        actual: body.text.slice(0, 200),
        message: `The answer says that its body is ${body.mediaType}, and the body cannot be read: ${body.reason}.`,
      },
    ];
  },
});
