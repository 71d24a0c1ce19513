import { type Check, defineCheck } from '../../model/check.ts';

export const stateLinkBroken: Check = defineCheck({
  id: 'state.link-broken',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['link'],
  question: 'Does every documented link lead to something?',
  guard:
    'Each link is followed right after its answer, with the values that it names, to an operation that worked in this run. A conflict or a refused body does not count as a broken link.',
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
