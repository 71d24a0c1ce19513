import { type Check, defineCheck } from '../../model/check.ts';
import { isOver } from '../../responses/sunsets.ts';

export const stateAvailableAfterCreate: Check = defineCheck({
  id: 'state.available-after-create',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  ofWrite: true,
  stories: ['after-create'],
  question: 'Can a created item be read?',
  guard: 'Only right after a create with 2xx, by the id of its answer; after a 202 the item gets time to appear.',
  judge(exchange) {
    const {
      purpose: { story },
      response: { status },
      operation,
    } = exchange;
    if (story.kind !== 'after-create' || (status !== 404 && status !== 410) || isOver(exchange)) return [];
    return [
      {
        messagePointer: '/status',
        expected: '2xx',
        actual: String(status),
        message: `An item was just created, and ${operation?.id ?? 'reading it'} answers ${status} for it.`,
      },
    ];
  },
});
