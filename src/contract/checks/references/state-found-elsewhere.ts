import { type Check, defineCheck } from '../../model/check.ts';
import { idIn } from '../../responses/created-id.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateFoundElsewhere: Check = defineCheck({
  id: 'state.found-elsewhere',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['elsewhere'],
  question: 'Is an item found only under its own parent?',
  guard:
    'Only items that the run created under one parent and that are requested under another existing one, if the operation documents 404 and the answer shows that very item.',
  judge(exchange) {
    const { purpose, response, operation } = exchange;
    const { story } = purpose;
    if (story.kind !== 'elsewhere' || operation === undefined || response.status > 299) return [];
    const { resource } = exchange.model.roleOf(operation);
    const received = resource === undefined ? undefined : idIn(resource, entity(exchange));
    if (received === undefined || String(received) !== String(story.id)) return [];
    if (!operation.responses.some(({ status }) => status === '404')) return [];
    return [
      {
        messagePointer: `/path/${story.parameter}`,
        expected: '404',
        actual: String(response.status),
        message: `${operation.id} shows the item ${String(story.id)} under a \`${story.parameter}\` to which it does not belong.`,
      },
    ];
  },
});
