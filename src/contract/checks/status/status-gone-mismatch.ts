import { goneResponse } from '../../../resources/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const statusGoneMismatch: Check = defineCheck({
  id: 'status.gone-mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['after-delete'],
  question: 'Is a deleted item answered with 410, if the document has 410 for that?',
  guard:
    'Only reads of an item of the run right after a delete with 2xx (not 202). Both 410 and 404 must be documented, and only the description of the 410 must mention deleted items, not those that the path names above this one.',
  judge({ purpose: { story }, response: { status }, operation, model }) {
    if (story.kind !== 'after-delete' || story.again || story.deletion.status === 202 || status !== 404) return [];
    if (operation?.responses.some((each) => each.status === '404') !== true) return [];
    const { resource } = model.roleOf(operation);
    const gone = resource && goneResponse(operation, resource, 'item');
    if (gone === undefined) return [];
    return [
      {
        pointer: gone.pointer,
        messagePointer: '/status',
        expected: '410',
        actual: '404',
        message: `${operation.id} answers 404 for what was just deleted; the document has 410 for that ("${gone.description.trim().slice(0, 80)}").`,
      },
    ];
  },
});
