import { valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateDeleteLeavesOrphans: Check = defineCheck({
  id: 'state.delete-leaves-orphans',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['orphan'],
  question: 'Is a delete refused while another record names the item, where the document has a 409 for it?',
  guard:
    'Only items of our own whose delete documents 409, not for a lock, a version or a state, and was accepted, and records that must name one and still name this one afterwards; what is deleted with it, or names nothing any more, is fine.',
  judge(seen) {
    const { story } = seen.purpose;
    if (story.kind !== 'orphan') return [];
    const named = valueAt(entity(seen) ?? null, story.pointer);
    if (named === undefined || String(named) !== String(story.owner)) return [];
    return [
      {
        messagePointer: `/body${story.pointer}`,
        subject: story.remove,
        expected: `409 from ${story.remove}`,
        actual: `${story.pointer.slice(1)} is still ${String(named)}`,
        message: `${story.remove} deleted the ${story.parent.singular} ${String(story.owner)} (the document has 409 for it), and ${seen.operation?.id} still shows it as ${story.pointer.slice(1)}.`,
      },
    ];
  },
});
