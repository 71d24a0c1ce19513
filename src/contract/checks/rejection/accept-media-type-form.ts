import { type Check, defineCheck } from '../../model/check.ts';
import { withWords } from '../../responses/refusal-words.ts';

export const acceptMediaTypeForm: Check = defineCheck({
  id: 'accept.media-type-form',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['media-type-form'],
  needs: ['refusal'],
  question: 'Is a media type accepted in another letter case, and with a parameter?',
  guard:
    'Only JSON. The same request must be accepted with the media type as documented, and refused with 400, 406 or 415 in the other form. Media types are case-insensitive (RFC 9110 §8.3.1); a refusal of other letter case alone is a warning.',
  judge(exchange) {
    const { purpose, response, operation } = exchange;
    const { story } = purpose;
    if (story.kind !== 'media-type-form' || !story.controlled || ![400, 406, 415].includes(response.status)) return [];
    const isParameter = story.mediaType.includes(';');
    return [
      {
        // Other characters are rare in this field. For a parameter of the media type they are
        // common.
        ...(isParameter ? {} : { severity: 'warning' as const }),
        messagePointer: '/header/content-type',
        keyword: isParameter ? 'parameter' : 'case',
        expected: 'a success (2xx)',
        actual: withWords(response.status, exchange),
        message: `${operation?.id ?? 'The operation'} refused (${response.status}) a body because its Content-Type was written as \`${story.mediaType}\`.`,
      },
    ];
  },
});
