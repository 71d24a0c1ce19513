import { type Check, defineCheck } from '../../model/check.ts';
import { bodyAsObject } from '../../requests/draw-request.ts';
import { idIn } from '../../responses/created-id.ts';

export const stateDeleteTakesOthers: Check = defineCheck({
  id: 'state.delete-takes-others',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['listed'],
  question: 'Does a delete leave all other items alone?',
  guard:
    'Only lists that were read completely before and after, while no other request writes. Items that refer to the deleted one may go with it.',
  judge({ purpose: { story }, operation }) {
    if (story.kind !== 'listed' || !story.gone || !story.complete || story.earlier === undefined) return [];
    const left = new Set(story.items.flatMap((item) => String(idIn(story.resource, item) ?? '')));
    const taken = story.earlier.filter((item) => {
      const id = idIn(story.resource, item);
      const names = Object.values(bodyAsObject(item) ?? {}).some((value) => String(value) === String(story.id));
      const isOther = id !== undefined && String(id) !== String(story.id);
      return isOther && !left.has(String(id)) && !names;
    });
    if (taken.length === 0) return [];
    const ids = taken.map((item) => String(idIn(story.resource, item))).slice(0, 5);
    return [
      {
        expected: 'everything else',
        actual: `without ${ids.join(', ')}`,
        message: `Deleting the item ${String(story.id)} also removed ${ids.join(', ')} from ${operation?.id ?? 'the list'}.`,
      },
    ];
  },
});
