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
    'Only JSON, and only 400, 406 and 415 beside the same request that was accepted with the media type as documented (RFC 9110 §8.3.1: types are the same in any case). Other letters alone are a warning.',
  judge(seen) {
    const { purpose, response, operation } = seen;
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
        actual: withWords(response.status, seen),
        message: `${operation?.id ?? 'The operation'} refused (${response.status}) a body because its Content-Type was written as \`${story.mediaType}\`.`,
      },
    ];
  },
});
