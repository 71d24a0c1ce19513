import { type Check, defineCheck } from '../../model/check.ts';

export const stateUseAfterDelete: Check = defineCheck({
  id: 'state.use-after-delete',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['after-delete'],
  question: 'Is what was deleted gone?',
  guard: 'Only after a delete that was answered with 2xx (not 202: it may take a while), on an id that we created.',
  judge({ purpose: { story }, response: { status }, operation, request }) {
    if (story.kind !== 'after-delete' || story.again || story.deletion.status === 202) return [];
    if (status < 200 || status > 299) return [];
    return [
      {
        messagePointer: '/status',
        expected: '404 or 410',
        actual: String(status),
        message: `${operation?.id ?? request.method} still answers ${status} for what was deleted (${story.deletion.status}).`,
      },
    ];
  },
});
