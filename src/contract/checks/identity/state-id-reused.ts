import { stringifyJson, valueAt } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { idIn } from '../../responses/created-id.ts';

export const stateIdReused: Check = defineCheck({
  id: 'state.id-reused',
  tier: 1,
  severity: 'warning',
  about: 'service',
  layer: 'value',
  stories: ['after-youngest'],
  question: 'Is the id of a deleted item never given again?',
  guard:
    'Only ids that the service chooses, and only right after the youngest item of a collection was deleted. No document promises it, so it is a warning: links, caches and logs take the new item for the old one.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-youngest' || exchange.operation === undefined || exchange.response.status > 299)
      return [];
    const at = exchange.model.roleOf(exchange.operation).responseEntity;
    const id = at === undefined ? undefined : idIn(story.resource, valueAt(jsonOf(exchange) ?? null, at));
    if (id === undefined || String(id) !== String(story.gone)) return [];
    return [
      {
        expected: 'an id that nothing has had before',
        actual: stringifyJson(id),
        message: `${exchange.operation.id} gave the id ${stringifyJson(id)} again, which another ${story.resource.singular} had until it was deleted.`,
      },
    ];
  },
});
