import { fieldValue, isXml } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const bodyInvalidXml: Check = defineCheck({
  id: 'body.invalid-xml',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'parse',
  needs: ['content'],
  question: 'Is a body that claims to be XML well-formed?',
  guard:
    'Only bodies with an XML media type in UTF-8. Document types and very deep content are not read, so nothing is said of them; an empty body has its own check.',
  judge({ response, documented }) {
    const { body } = response;
    if (body.kind !== 'unreadable' || !isXml(fieldValue(response.headers, 'content-type') ?? '')) return [];
    if (!body.reason.startsWith('not XML') || LIMITS.test(body.reason)) return [];
    return [
      {
        ...(documented === undefined ? {} : { pointer: documented.pointer }),
        messagePointer: '/body',
        expected: 'well-formed XML 1.0',
        actual: body.text.slice(0, 200),
        message: `The answer says that its body is ${body.mediaType}, and the body cannot be read: ${body.reason}.`,
      },
    ];
  },
});

/** What the reader refuses although it may be well-formed. */
const LIMITS = /document type|nested deeper/i;
