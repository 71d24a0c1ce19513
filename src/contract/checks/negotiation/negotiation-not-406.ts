import { type Check, defineCheck } from '../../model/check.ts';

export const negotiationNot406: Check = defineCheck({
  id: 'negotiation.not-406',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['negotiation'],
  question: 'Is an undocumented media type refused?',
  guard: 'Only where the operation documents 406: a service may ignore Accept (RFC 9110 §12.5.1).',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'negotiation' || story.offered || status > 299) return [];
    const documented = operation?.responses.find((each) => each.status === '406');
    if (operation === undefined || documented === undefined) return [];
    return [
      {
        pointer: documented.pointer,
        messagePointer: '/header/accept',
        expected: '406',
        actual: String(status),
        message: `${operation.id} documents 406, and answers ${status} to \`Accept: ${story.wanted}\`, which it does not offer.`,
      },
    ];
  },
});
