import { fieldValue } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const headerVaryMissing: Check = defineCheck({
  id: 'header.vary-missing',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  stories: ['negotiation'],
  question: 'Does a negotiated answer have a Vary field?',
  guard: 'Only where the document offers several media types for the status, so that Accept selects one.',
  judge({ response, documented, purpose }) {
    if (purpose.story.kind !== 'negotiation' || documented === undefined || documented.content.length < 2) return [];
    const names = (fieldValue(response.headers, 'vary') ?? '').split(',').map((name) => name.trim().toLowerCase());
    if (names.includes('accept') || names.includes('*')) return [];
    return [
      {
        messagePointer: '/header/vary',
        expected: 'Vary: Accept (RFC 9110 §12.5.5)',
        actual: fieldValue(response.headers, 'vary') ?? 'no Vary',
        message: 'The answer depends on Accept, but Vary does not name Accept: a cache would mix up the answers.',
      },
    ];
  },
});
