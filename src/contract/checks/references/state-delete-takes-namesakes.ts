import { type Check, defineCheck } from '../../model/check.ts';

export const stateDeleteTakesNamesakes: Check = defineCheck({
  id: 'state.delete-takes-namesakes',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  ofWrite: true,
  stories: ['beside-deleted'],
  question: 'Does a delete leave another item alone, also one that has the same values?',
  guard:
    'Only two items that the run created with one request each and whose ids differ, of which the other one was read right before the delete.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'beside-deleted' || (status !== 404 && status !== 410)) return [];
    return [
      {
        subject: story.remove,
        expected: 'the item, as before',
        actual: String(status),
        message: `After ${story.remove} deleted one of two items${story.alike ? ' with the same values' : ''}, ${operation?.id ?? 'a read'} answers ${status} for the other one.`,
      },
    ];
  },
});
