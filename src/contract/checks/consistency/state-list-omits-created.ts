import { type Check, defineCheck } from '../../model/check.ts';
import { idIn } from '../../responses/created-id.ts';
import { leavesOutGone, saysGone } from '../../responses/gone-words.ts';

export const stateListOmitsCreated: Check = defineCheck({
  id: 'state.list-omits-created',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['listed'],
  question: 'Does a list contain created items, and no deleted ones?',
  guard:
    'Only collections that were read completely, with items that show their ids. An item whose flag says that it is not in use (`active: false`) may be left out. A deleted item may be shown if it says that it is deleted, expired or closed, and did not say so before the delete, unless the list has a flag that asks for such items (`?deleted=true`).',
  judge({ purpose: { story }, operation, request }) {
    if (story.kind !== 'listed') return [];
    const ids = story.items.flatMap((item) => idIn(story.resource, item) ?? []);
    if (ids.length === 0 && story.items.length > 0) return [];
    const item = story.items.find((each) => String(idIn(story.resource, each)) === String(story.id));
    const hides = operation !== undefined && leavesOutGone(operation, request.query);
    if (story.gone && !hides && saysGone(item, story.before)) return [];
    const there = ids.some((id) => String(id) === String(story.id));
    if (there !== story.gone || (!there && !story.complete)) return [];
    if (!there && story.switchedOff === true) return [];
    return [
      {
        keyword: story.gone ? 'deleted' : 'created',
        expected: `the list ${story.gone ? 'without' : 'with'} ${String(story.id)}`,
        actual: `${ids.length} items, ${String(story.id)} ${there ? '' : 'not '}among them`,
        message: `${operation?.id ?? 'The list'} ${story.gone ? 'still lists' : 'does not list'} the item ${String(story.id)}, which was just ${story.gone ? 'deleted' : 'created'}.`,
      },
    ];
  },
});
