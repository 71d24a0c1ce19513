import { valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateDeleteLeavesOrphans: Check = defineCheck({
  id: 'state.delete-leaves-orphans',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['orphan'],
  question:
    'Is a delete refused while another record refers to the item, or does that record go with it, as the document says?',
  guard:
    'Only items of the run whose delete was accepted. The delete must document a 409 that is not about a lock, version or state, or say that the records are deleted too. Only records below the path of the item, and records that must refer to an item and still refer to this one. Records that are deleted with it or lose the reference are correct.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'orphan') return [];
    const { pointer, parent, owner, remove } = story;
    const promise =
      story.promise === '409'
        ? 'the document has 409 for it'
        : 'the document says that such records are deleted with it';
    const deleted = `${remove} deleted the ${parent.singular} ${String(owner)} (${promise})`;
    if (pointer === undefined) {
      const { status } = exchange.response;
      if (status > 299 || entity(exchange) === undefined) return [];
      return [
        {
          messagePointer: '/status',
          subject: remove,
          expected: story.promise === '409' ? `409 from ${remove}` : '404 or 410',
          actual: String(status),
          message: `${deleted}, and ${exchange.operation?.id} still shows a record below it.`,
        },
      ];
    }
    const named = valueAt(entity(exchange) ?? null, pointer);
    if (named === undefined || String(named) !== String(owner)) return [];
    return [
      {
        messagePointer: `/body${pointer}`,
        subject: remove,
        expected: story.promise === '409' ? `409 from ${remove}` : 'nothing that refers to it',
        actual: `${pointer.slice(1)} is still ${String(named)}`,
        message: `${deleted}, and ${exchange.operation?.id} still shows it as \`${pointer.slice(1)}\`.`,
      },
    ];
  },
});
