import { type Check, defineCheck } from '../../model/check.ts';

export const negotiation406OnValidAccept: Check = defineCheck({
  id: 'negotiation.406-on-valid-accept',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['negotiation'],
  question: 'Can every documented media type be requested?',
  guard: 'Only for media types that the document offers for a success.',
  judge({ purpose: { story }, response }) {
    if (story.kind !== 'negotiation' || !story.offered || response.status !== 406) return [];
    return [
      {
        messagePointer: '/status',
        keyword: story.wanted,
        expected: story.wanted,
        actual: '406',
        message: `The document offers ${story.wanted}, and a request with \`Accept: ${story.wanted}\` gets 406.`,
      },
    ];
  },
});
