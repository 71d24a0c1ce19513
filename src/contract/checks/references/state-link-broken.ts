import { type Check, defineCheck } from '../../model/check.ts';

export const stateLinkBroken: Check = defineCheck({
  id: 'state.link-broken',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['link'],
  question: 'Is there something behind every documented link?',
  guard:
    'Followed right after the answer that holds it, with the values that it names, to an operation that has worked in this run (else the operation is at fault, not the link); a conflict or a refusal of the body is no broken link.',
  judge({ purpose: { story }, response: { status }, operation, hasWorked }) {
    if (story.kind !== 'link' || !hasWorked || ![404, 405, 410, 501].includes(status)) return [];
    return [
      {
        pointer: story.pointer,
        messagePointer: '/status',
        expected: `${operation?.id ?? 'the linked operation'} to answer`,
        actual: String(status),
        message: `The documented link \`${story.name}\` leads to ${operation?.id ?? 'an operation'}, which answers ${status}.`,
      },
    ];
  },
});
