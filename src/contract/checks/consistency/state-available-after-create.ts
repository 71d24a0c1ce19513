import { type Check, defineCheck } from '../../model/check.ts';
import { isOver } from '../../responses/sunsets.ts';

export const stateAvailableAfterCreate: Check = defineCheck({
  id: 'state.available-after-create',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['after-create'],
  question: 'Can be read what was created?',
  guard: 'Only right after a create that was answered with 2xx, with the id of that answer; after a 202 with patience.',
  judge(seen) {
    const {
      purpose: { story },
      response: { status },
      operation,
    } = seen;
    if (story.kind !== 'after-create' || (status !== 404 && status !== 410) || isOver(seen)) return [];
    return [
      {
        messagePointer: '/status',
        expected: '2xx',
        actual: String(status),
        message: `${operation?.id ?? 'Reading'} answers ${status} for what was just created.`,
      },
    ];
  },
});
