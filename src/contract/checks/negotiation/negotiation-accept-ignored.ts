import { fieldValue, mediaTypeMatches, negotiate, parseMediaType } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const negotiationAcceptIgnored: Check = defineCheck({
  id: 'negotiation.accept-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  stories: ['negotiation'],
  question: 'Does the answer have the media type that Accept asks for?',
  guard: 'Only if the document offers that media type. Errors may have another one.',
  judge({ purpose: { story }, response, documented }) {
    if (story.kind !== 'negotiation' || !story.offered || response.status > 299) return [];
    const type = fieldValue(response.headers, 'content-type');
    const essence = type === undefined ? undefined : parseMediaType(type)?.essence;
    if (essence === undefined || mediaTypeMatches(story.wanted, essence)) return [];
    // Parameters of a media type are not compared: `application/json;stream=watch` is JSON.
    const wanted = parseMediaType(story.wanted)?.essence;
    if (wanted === essence || negotiate(story.wanted, [essence]) !== undefined) return [];
    return [
      {
        ...(documented === undefined ? {} : { pointer: `${documented.pointer}/content` }),
        messagePointer: '/header/content-type',
        keyword: story.wanted,
        expected: story.wanted,
        actual: type ?? '',
        message: `The document offers ${story.wanted}, and a request with \`Accept: ${story.wanted}\` gets ${type}.`,
      },
    ];
  },
});
