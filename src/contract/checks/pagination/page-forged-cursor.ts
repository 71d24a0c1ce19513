import { type Check, defineCheck } from '../../model/check.ts';
import { itemsOf } from '../../responses/list-walk.ts';

export const pageForgedCursor: Check = defineCheck({
  id: 'page.forged-cursor',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['forged-cursor'],
  question: 'Is a cursor that the service did not give out refused, if the document says so?',
  guard:
    'Only if the description of a documented 4xx calls the cursor invalid or unknown, and no text says that such a cursor is ignored. An empty page is correct: no item follows such a cursor.',
  judge(exchange) {
    const { purpose, response, operation } = exchange;
    const { story } = purpose;
    if (story.kind !== 'forged-cursor' || response.status > 299) return [];
    if (operation === undefined || (itemsOf(exchange, story.list) ?? []).length === 0) return [];
    return [
      {
        pointer: `${operation.pointer}/responses/${story.status}`,
        messagePointer: `/query/${story.parameter}`,
        expected: story.status,
        actual: String(response.status),
        message: `${operation.id} answers a made-up ${story.parameter} with items, where the document has ${story.status}.`,
      },
    ];
  },
});
