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
    'Only two items that the run created with one request each and whose ids differ, of which the other one was read right before the delete; an item that a delete only takes out of a list has to stay as well.',
  judge({ purpose: { story }, response: { status }, operation }) {
    if (story.kind !== 'beside-deleted' || (status !== 404 && status !== 410)) return [];
    const read = operation?.id ?? 'a read';
    const deletion = `After ${story.remove} deleted one of two items${story.alike ? ' with the same values' : ''}, ${read} answers ${status} for the other one.`;
    return [
      {
        subject: story.remove,
        expected: 'the item, as before',
        actual: String(status),
        message:
          story.linked === true
            ? `After ${story.remove} took an item out of a list, ${read} answers ${status} for the item itself.`
            : deletion,
      },
    ];
  },
});
